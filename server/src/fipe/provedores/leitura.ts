/** A provider's answer in our types: checked whole, no part of an invalid one is kept. */
import { CODIGO_FIPE, formatAno } from '@unipark/contract/fipe';
import { cleanLine } from '@unipark/contract/texto';
import * as z from 'zod/mini';
import { nowMs } from '../../platform/clock.ts';
import { findMes } from '../meses.ts';
import { FORMATO } from './cliente.ts';
import { FalhaDoProvedor, type FipeItem, type FipeLevel, type Referencia } from './provedor.ts';

/** The longest make or model name that a vehicle stores, and the longest year. */
const MAXIMO = 100;
const MAXIMO_ANO = 40;
/** A table is published a month ahead at most; the clock of this server may be behind. */
const ADIANTE_MS = 366 * 86_400_000;

/** A code, which some providers write as a number. */
export const Codigo = z.union([z.string(), z.int()]);

/** `dados` parsed by the schema. @throws {FalhaDoProvedor} when they do not match */
export function parse<T extends z.ZodMiniType>(schema: T, dados: unknown): z.output<T> {
  const lido = z.safeParse(schema, dados);
  if (!lido.success) throw new FalhaDoProvedor(FORMATO);
  return lido.data;
}

/** One line, without invisible characters, no longer than a vehicle stores. */
function cleanNome(nome: string, maximo: number): string {
  const visivel = nome.toWellFormed().replace(/[\p{Cf}\uFFFD]/gu, '');
  const linha = cleanLine(visivel).replace(/\s+/g, ' ');
  return [...linha].slice(0, maximo).join('').trim();
}

const isAno = (codigo: string): boolean => /^\d{4,5}-[1-6]$/.test(codigo);

/**
 * The items of a level, each code once.
 * @throws {FalhaDoProvedor} for an invalid code or name, and for a type without makes
 */
export function toItens(
  { marca, modelo }: FipeLevel,
  pares: { codigo: string | number; nome: string }[],
): FipeItem[] {
  const itens = new Map<string, FipeItem>();
  const maximo = modelo === undefined ? MAXIMO : MAXIMO_ANO;
  for (const par of pares) {
    const codigo = String(par.codigo).trim();
    const nome =
      modelo !== undefined && isAno(codigo) ? formatAno(codigo) : cleanNome(par.nome, maximo);
    if (!CODIGO_FIPE.test(codigo) || !nome) throw new FalhaDoProvedor(FORMATO);
    if (!itens.has(codigo)) itens.set(codigo, { codigo, nome });
  }
  if (marca === undefined && itens.size === 0) {
    throw new FalhaDoProvedor('Respondeu uma lista de marcas vazia.');
  }
  return [...itens.values()];
}

/** The newest month of a list. @throws {FalhaDoProvedor} when there is none, or one far ahead */
export function newest(tabelas: { codigo: string | number; mes: string }[]): Referencia {
  let nova: Referencia | undefined;
  for (const tabela of tabelas) {
    const mes = findMes(tabela.mes);
    const codigo = String(tabela.codigo);
    if (mes === undefined || !CODIGO_FIPE.test(codigo)) throw new FalhaDoProvedor(FORMATO);
    if (!nova || mes > nova.mes) nova = { codigo, mes };
  }
  if (!nova) throw new FalhaDoProvedor(FORMATO);
  // Once activated, it would block every refresh until that month.
  if (Date.parse(nova.mes) > nowMs() + ADIANTE_MS) {
    throw new FalhaDoProvedor(`Informou que o mês da tabela é ${nova.mes}.`);
  }
  return nova;
}
