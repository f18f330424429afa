/** Shared by the adapters' tests: reading a sample, and the limits of every reading. */
import { PAPEIS_IMAGEM } from '@unipark/contract/passagem';
import { normalizeLeitura } from '@unipark/contract/placa';
import { expect } from 'vitest';
import {
  type DeviceContext,
  type DeviceMessage,
  type Dialeto,
  Ilegivel,
  type LeituraLida,
} from '../../src/leituras/dialeto.ts';

export const CONTEXTO: DeviceContext = { fuso: 'America/Sao_Paulo', escala: null };

export function readLeituras(
  dialeto: Dialeto,
  mensagem: DeviceMessage,
  contexto: DeviceContext = CONTEXTO,
): [LeituraLida, ...LeituraLida[]] {
  const resultado = dialeto.read(mensagem, contexto);
  if (resultado.tipo !== 'leituras') throw new Error(`Ignored: ${resultado.motivo}`);
  return resultado.leituras as [LeituraLida, ...LeituraLida[]];
}

export function readFalha(dialeto: Dialeto, mensagem: DeviceMessage): Ilegivel {
  try {
    dialeto.read(mensagem, CONTEXTO);
  } catch (error) {
    if (error instanceof Ilegivel) return error;
    throw error;
  }
  throw new Error('The message was understood.');
}

/** A longer id would be cut, and could then equal the id of another event. */
const EVENTO_MAXIMO = 200;

const isFraction = (valor: number | null): boolean =>
  valor === null || (valor >= 0 && valor <= 1 && Number.isFinite(valor));
const isShort = (valor: string | null, maximo: number): boolean =>
  valor === null ||
  (typeof valor === 'string' && valor.length > 0 && valor.length <= maximo && valor.isWellFormed());

/** Checks a reading: every number within its limits, every text of limited length. */
export function checkLeitura(leitura: LeituraLida): void {
  expect(leitura.placa).toBeTypeOf('string');
  expect(leitura.placa.length).toBeLessThanOrEqual(40);
  expect(isFraction(leitura.confianca), 'confianca').toBe(true);
  expect(leitura.candidatas.length).toBeLessThanOrEqual(10);
  for (const candidata of leitura.candidatas) {
    expect(normalizeLeitura(candidata.placa)).toMatch(/^[A-Z0-9]{1,10}$/);
    expect(isFraction(candidata.confianca), 'candidata').toBe(true);
  }
  for (const texto of [leitura.camera, leitura.sentido, leitura.instanteDispositivo]) {
    expect(isShort(texto, 200), String(texto)).toBe(true);
  }
  expect(isShort(leitura.eventoId, EVENTO_MAXIMO), 'eventoId').toBe(true);
  const ano = leitura.instante?.getUTCFullYear() ?? 2026;
  expect(ano >= 2000 && ano < 2090, 'instante').toBe(true);
  for (const [nome, valor] of Object.entries(leitura.veiculo ?? {})) {
    expect(['tipo', 'marca', 'modelo', 'cor']).toContain(nome);
    expect(isShort(valor, 60), nome).toBe(true);
  }
  if (leitura.caixa) {
    const { x, y, l, a } = leitura.caixa;
    expect([x, y, l, a, x + l - 1e-9, y + a - 1e-9].every(isFraction), 'caixa').toBe(true);
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
