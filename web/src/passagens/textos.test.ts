import type { Sugestao, UltimoVeiculo } from '@unipark/contract/passagem';
import { describe, expect, test } from 'vitest';
import { buildCartao } from '../../test/cartao.ts';
import {
  detalheDoAlerta,
  type NotaDoCartao,
  nomeCamera,
  notaDoCartao,
  tituloDoAlerta,
} from './textos.ts';

const sugestao = (campos: Partial<Sugestao> = {}): Sugestao => ({
  placa: 'RIO2A18',
  nivel: 'possivel',
  status: 'ATIVO',
  modelo: 'CRETA',
  ...campos,
});
const desconhecida = { status: 'Não cadastrado', modelo: 'Não cadastrado' };

const em = (palavra: string, placa: string, resto = ''): NotaDoCartao => ({
  palavra,
  placa,
  resto,
});

describe('notaDoCartao', () => {
  test.each<[string, Partial<UltimoVeiculo>, NotaDoCartao | undefined]>([
    ['a registered car', {}, undefined],
    ['an unknown car', desconhecida, undefined],
    ['a twin', { placaCadastrada: 'ABC1234' }, em('Cadastro', 'ABC1234')],
    [
      'a likeness',
      { ...desconhecida, sugestoes: [sugestao()] },
      em('Parecida', 'RIO2A18', ' (Ativo)'),
    ],
    [
      'a probable reading',
      { ...desconhecida, sugestoes: [sugestao({ nivel: 'provavel', status: 'PROIBIDO' })] },
      em('Provável', 'RIO2A18', ' (Proibido)'),
    ],
    [
      'several',
      { ...desconhecida, sugestoes: [sugestao(), sugestao({ placa: 'RIO2A19' })] },
      em('Parecida', 'RIO2A18', ' (Ativo) e mais 1'),
    ],
    ['a registered car with a likeness', { sugestoes: [sugestao()] }, undefined],
  ])('%s', (_caso, campos, nota) => {
    expect(notaDoCartao(buildCartao(campos))).toEqual(nota);
  });
});

describe('the alarm in words', () => {
  const em = '2026-11-20T22:47:00.000Z';
  test.each([
    ['proibido', 'Proibido: QXJ0D52'],
    ['provavel', 'Leitura provável: confira a placa QXJ0D52'],
    ['nao_cadastrado', 'Não cadastrado: QXJ0D52'],
  ] as const)('%s', (tipo, titulo) => {
    expect(tituloDoAlerta(buildCartao({ alerta: { tipo, em, ciente: null } }))).toBe(titulo);
  });

  test('model, hour and camera; what is unknown is left out', () => {
    expect(detalheDoAlerta(buildCartao({ camera: '1' }))).toBe('HB20S 1.0 · 19:47 · Câmera 1');
    expect(detalheDoAlerta(buildCartao(desconhecida))).toBe('19:47');
  });

  test('a probable one names the plate it is like', () => {
    const alerta = { tipo: 'provavel', em, ciente: null } as const;
    const cartao = buildCartao({
      ...desconhecida,
      alerta,
      sugestoes: [sugestao({ nivel: 'provavel', status: 'PROIBIDO' })],
    });
    expect(detalheDoAlerta(cartao)).toBe('Parecida com RIO2A18 (Proibido) · 19:47');
  });
});

test.each([
  ['1', 'Câmera 1'],
  ['Portão Sul', 'Portão Sul'],
])('camera %s is %s', (camera, nome) => {
  expect(nomeCamera(camera)).toBe(nome);
});
