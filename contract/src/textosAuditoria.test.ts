import { expect, it } from 'vitest';
import type { AtoAuditado } from './auditoria.ts';
import { formatCampoAuditado, formatRegistro, formatValor } from './textosAuditoria.ts';

it.each([
  ['visitante', 'anfitriao', 'Quem recebe'],
  ['link_visita', 'usos_maximo', 'Quantos visitantes'],
  ['camera', 'ate', 'Até'],
  ['dispositivo', 'nome', 'Nome'],
  ['conta', 'sessoesEncerradas', 'Sessões encerradas'],
  ['ajustes', 'nao_cadastrado', 'Avisar de não cadastrados'],
  ['ajustes', 'fotos_dias', 'Fotos das passagens'],
])('the field of %s %s is called %s', (entidade, campo, rotulo) => {
  expect(formatCampoAuditado(entidade, campo)).toBe(rotulo);
});

it.each([
  ['retencao', 'Ajustes de retenção'],
  ['copias', 'Ajustes de cópias'],
  ['outros', 'Ajustes outros'],
])('the settings %s are called %s', (chave, dito) => {
  const ato = { entidade: 'ajustes', chave, nome: null } as AtoAuditado;
  expect(formatRegistro(ato)).toBe(dito);
});

it('an instant is told in the hour of São Paulo', () => {
  expect(formatValor('visitante', 'ate', '2026-11-28T10:59:00.000Z')).toBe('28/11/2026 - 07:59');
});

it.each(['2026-11-28T10:59', '2026-13-01T00:00Z', '2026-11-28T99:99Z'])(
  'a text that is no instant is told as it is: %s',
  (texto) => {
    expect(formatValor('veiculo', 'modelo', texto)).toBe(texto);
  },
);
