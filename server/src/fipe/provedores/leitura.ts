/** What a provider answered, made into our words: checked whole, so that half of it is never kept. */
import { CODIGO_FIPE, rotuloAno } from '@unipark/contract/fipe';
import * as z from 'zod/mini';
import { findMes } from '../meses.ts';
import { FORMATO } from './cliente.ts';
import { FalhaDoProvedor, type Item, type Nivel, type Referencia } from './provedor.ts';

/** Characters that a vehicle may carry of its make or model, and of its year. */
const MAXIMO = 100;
const MAXIMO_ANO = 40;
/** A table is made a month ahead at most; the clock of this server may be behind. */
const ADIANTE_MS = 366 * 86_400_000;

/** A code, which some of them write as a number. */
export const Codigo = z.union([z.string(), z.int()]);

/** `dados` as the schema has it. @throws {FalhaDoProvedor} when they are not */
export function parse<T extends z.ZodMiniType>(schema: T, dados: unknown): z.output<T> {
  const lido = z.safeParse(schema, dados);
  if (!lido.success) throw new FalhaDoProvedor(FORMATO);
  return lido.data;
}

/** A name as it is kept: one line, nothing invisible, no longer than a vehicle may carry. */
function cleanNome(nome: string, maximo: number): string {
  const linha = nome
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cf}\uFFFD]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return [...linha].slice(0, maximo).join('').trim();
}

const isAno = (codigo: string): boolean => /^\d{4,5}-[1-6]$/.test(codigo);

/**
 * The items of a level, each code once.
 * @throws {FalhaDoProvedor} for a code or a name that cannot be one, and for a type without makes
 */
export function toItens(
  { marca, modelo }: Nivel,
  pares: { codigo: string | number; nome: string }[],
): Item[] {
  const itens = new Map<string, Item>();
  const maximo = modelo === undefined ? MAXIMO : MAXIMO_ANO;
  for (const par of pares) {
    const codigo = String(par.codigo).trim();
    const nome =
      modelo !== undefined && isAno(codigo) ? rotuloAno(codigo) : cleanNome(par.nome, maximo);
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
  // Once in use, it would be the newest for as long as it is ahead.
  if (Date.parse(nova.mes) > Date.now() + ADIANTE_MS) {
    throw new FalhaDoProvedor(`Diz que o mês da tabela é ${nova.mes}.`);
  }
  return nova;
}
