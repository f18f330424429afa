/** What the adapters' tests share: reading a sample, and the ranges of every reading. */
import { PAPEIS_IMAGEM } from '@unipark/contract/passagem';
import { normalizarLeitura } from '@unipark/contract/placa';
import { expect } from 'vitest';
import {
  type Contexto,
  type Dialeto,
  Ilegivel,
  type LeituraLida,
  type Mensagem,
} from '../dialeto.ts';

export const CONTEXTO: Contexto = { fuso: 'America/Sao_Paulo', escala: null };

/** The readings of a message that has some. */
export function leiturasDe(
  dialeto: Dialeto,
  mensagem: Mensagem,
  contexto: Contexto = CONTEXTO,
): [LeituraLida, ...LeituraLida[]] {
  const resultado = dialeto.ler(mensagem, contexto);
  if (resultado.tipo !== 'leituras') throw new Error(`Ignored: ${resultado.motivo}`);
  return resultado.leituras as [LeituraLida, ...LeituraLida[]];
}

/** What the adapter says is wrong with a message. */
export function falhaDe(dialeto: Dialeto, mensagem: Mensagem): Ilegivel {
  try {
    dialeto.ler(mensagem, CONTEXTO);
  } catch (error) {
    if (error instanceof Ilegivel) return error;
    throw error;
  }
  throw new Error('The message was understood.');
}

/** A longer id would be cut, and with it what tells one event from another. */
const EVENTO_MAXIMO = 200;

const fracao = (valor: number | null): boolean =>
  valor === null || (valor >= 0 && valor <= 1 && Number.isFinite(valor));
const curto = (valor: string | null, maximo: number): boolean =>
  valor === null ||
  (typeof valor === 'string' && valor.length > 0 && valor.length <= maximo && valor.isWellFormed());

/** Holds a reading to its type: every number in its range, every text of sane length. */
export function conferir(leitura: LeituraLida): void {
  expect(leitura.placa).toBeTypeOf('string');
  expect(leitura.placa.length).toBeLessThanOrEqual(40);
  expect(fracao(leitura.confianca), 'confianca').toBe(true);
  expect(leitura.candidatas.length).toBeLessThanOrEqual(10);
  for (const candidata of leitura.candidatas) {
    expect(normalizarLeitura(candidata.placa)).toMatch(/^[A-Z0-9]{1,10}$/);
    expect(fracao(candidata.confianca), 'candidata').toBe(true);
  }
  for (const texto of [leitura.camera, leitura.sentido, leitura.instanteDispositivo]) {
    expect(curto(texto, 200), String(texto)).toBe(true);
  }
  expect(curto(leitura.eventoId, EVENTO_MAXIMO), 'eventoId').toBe(true);
  const ano = leitura.instante?.getUTCFullYear() ?? 2026;
  expect(ano >= 2000 && ano < 2090, 'instante').toBe(true);
  for (const [nome, valor] of Object.entries(leitura.veiculo ?? {})) {
    expect(['tipo', 'marca', 'modelo', 'cor']).toContain(nome);
    expect(curto(valor, 60), nome).toBe(true);
  }
  if (leitura.caixa) {
    const { x, y, l, a } = leitura.caixa;
    expect([x, y, l, a, x + l - 1e-9, y + a - 1e-9].every(fracao), 'caixa').toBe(true);
    expect(l > 0 && a > 0).toBe(true);
  }
  expect(leitura.imagens.length).toBeLessThanOrEqual(4);
  for (const { papel, jpeg } of leitura.imagens) {
    expect(PAPEIS_IMAGEM).toContain(papel);
    expect(jpeg.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(jpeg.length).toBeLessThanOrEqual(6 * 1024 * 1024);
  }
  expect(leitura.enderecosImagem.length).toBeLessThanOrEqual(4);
  for (const { url } of leitura.enderecosImagem) expect(url).toMatch(/^https?:\/\//);
  expect(leitura.retransmissao).toBeTypeOf('boolean');
}
