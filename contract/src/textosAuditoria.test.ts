import { expect, it } from 'vitest';
import { formatCampoAuditado, formatValor } from './textosAuditoria.ts';

it.each([
  ['visitante', 'anfitriao', 'Quem recebe'],
  ['link_visita', 'usos_maximo', 'Quantos visitantes'],
  ['camera', 'ate', 'Até'],
  ['dispositivo', 'nome', 'Nome'],
  ['conta', 'sessoesEncerradas', 'Sessões encerradas'],
])('the field of %s %s is called %s', (entidade, campo, rotulo) => {
  expect(formatCampoAuditado(entidade, campo)).toBe(rotulo);
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
