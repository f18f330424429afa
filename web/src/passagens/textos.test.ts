import type { Sugestao, UltimoVeiculo } from '@unipark/contract/passagem';
import { describe, expect, test } from 'vitest';
import { buildCartao } from '../../test/cartao.ts';
import { findNota, formatDetalheAlerta, formatTituloAlerta, type NotaDoCartao } from './textos.ts';

const buildSugestao = (campos: Partial<Sugestao> = {}): Sugestao => ({
  placa: 'RIO2A18',
  nivel: 'possivel',
  status: 'ATIVO',
  modelo: 'CRETA',
  ...campos,
});
const desconhecida = { status: 'Não cadastrado', modelo: 'Não cadastrado' };

const buildNota = (palavra: string, placa: string, resto = ''): NotaDoCartao => ({
  palavra,
  placa,
  resto,
});

describe('notaDoCartao', () => {
  test.each<[string, Partial<UltimoVeiculo>, NotaDoCartao | undefined]>([
    ['a registered car', {}, undefined],
    ['an unknown car', desconhecida, undefined],
    ['a twin', { placa_cadastrada: 'ABC1234' }, buildNota('Cadastro', 'ABC1234')],
    [
      'a similar plate',
      { ...desconhecida, sugestoes: [buildSugestao()] },
      buildNota('Parecida', 'RIO2A18', ' (Ativo)'),
    ],
    [
      'a probable reading',
      { ...desconhecida, sugestoes: [buildSugestao({ nivel: 'provavel', status: 'PROIBIDO' })] },
      buildNota('Provável', 'RIO2A18', ' (Proibido)'),
    ],
    [
      'several',
      { ...desconhecida, sugestoes: [buildSugestao(), buildSugestao({ placa: 'RIO2A19' })] },
      buildNota('Parecida', 'RIO2A18', ' (Ativo) e mais 1'),
    ],
    ['a registered car with a similar plate', { sugestoes: [buildSugestao()] }, undefined],
  ])('%s', (_caso, campos, nota) => {
    expect(findNota(buildCartao(campos))).toEqual(nota);
  });
});

describe('the alarm in words', () => {
  const em = '2026-11-20T22:47:00.000Z';
  test.each([
    ['proibido', 'Proibido: QXJ0D52'],
    ['provavel', 'Confira a placa QXJ0D52'],
    ['nao_cadastrado', 'Não cadastrado: QXJ0D52'],
  ] as const)('%s', (tipo, titulo) => {
    expect(formatTituloAlerta(buildCartao({ alerta: { tipo, em, ciente: null } }))).toBe(titulo);
  });

  test('model, hour and camera; unknown parts are left out', () => {
    expect(formatDetalheAlerta(buildCartao({ camera: '1' }))).toBe('HB20S 1.0 · 19:47 · Câmera 1');
    expect(formatDetalheAlerta(buildCartao(desconhecida))).toBe('19:47');
  });

  test('a probable alarm names the similar plate', () => {
    const alerta = { tipo: 'provavel', em, ciente: null } as const;
    const cartao = buildCartao({
      ...desconhecida,
      alerta,
      sugestoes: [buildSugestao({ nivel: 'provavel', status: 'PROIBIDO' })],
    });
    expect(formatDetalheAlerta(cartao)).toBe('parecida com RIO2A18, proibido · 19:47');
  });
});
