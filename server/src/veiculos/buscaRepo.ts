/**
 * The vehicle search: the plate that the term names and its twin, or similar plates when neither is
 * registered; then the records that contain the words.
 */
import { isPlacaValida, keyOfPlaca, parsePlaca } from '@unipark/contract/placa';
import { findSemelhanca, likely, possible } from '@unipark/contract/semelhanca';
import type { Banco } from '../platform/db/banco.ts';
import { everyHit, pageOfHits, resolveHits } from '../platform/db/hits.ts';
import { amongValues } from '../platform/db/search.ts';
import {
  hasFiltro,
  parseOrdem,
  selectFiltered,
  type VeiculosFilters,
  type VeiculosQuery,
} from './listaRepo.ts';

/** Similar plates are for a person to compare: more than these do not help. */
const PARECIDAS_MAXIMO = 10;

const amongKeys = (db: Banco, chaves: string[], filtros: VeiculosFilters) =>
  selectFiltered(db, filtros, { achados: true })
    .select('veiculos.id')
    .where(amongValues('chave', chaves))
    .execute();

/** The registered car of this plate: the text itself, then its twin. */
async function findNamed(db: Banco, placa: string, filtros: VeiculosFilters) {
  const iguais = await amongKeys(db, [keyOfPlaca(placa)], filtros);
  return iguais.sort((a, b) => Number(b.placa === placa) - Number(a.placa === placa));
}

/** The cars of the first level with a hit, the nearest first. */
async function findAlike(db: Banco, placa: string, filtros: VeiculosFilters) {
  const chaves = [...new Set([...likely(placa), ...possible(placa)].map(keyOfPlaca))];
  if (chaves.length === 0) return [];
  const linhas = await amongKeys(db, chaves, filtros);
  const provaveis = linhas.filter((linha) => findSemelhanca(placa, linha.placa) === 'provavel');
  const lugar = new Map(chaves.map((chave, i) => [chave, i]));
  const placeOf = (linha: { placa: string }) => lugar.get(keyOfPlaca(linha.placa)) ?? 0;
  return (provaveis.length > 0 ? provaveis : linhas)
    .sort((a, b) => placeOf(a) - placeOf(b) || (a.placa < b.placa ? -1 : 1))
    .slice(0, PARECIDAS_MAXIMO);
}

/** A valid plate without a space: 'GOL 1000' and 'A201812' may be a model and a matrícula. */
const isPlainly = (placa: string, q: string): boolean => !/\s/.test(q) && isPlacaValida(placa);

/** Vehicles that contain every word of `q`; those whose plate it names or resembles come first. */
async function findHits(db: Banco, q: string, pedido: VeiculosQuery) {
  const hitsWith = (exatos: Awaited<ReturnType<typeof findNamed>>) =>
    resolveHits(db, selectFiltered(db, pedido), {
      tabela: 'veiculos',
      q,
      ordem: parseOrdem(pedido.ordem),
      exatos,
      filtrada: hasFiltro(pedido),
      achada: selectFiltered(db, pedido, { achados: true }),
    });

  const placa = parsePlaca(q);
  if (placa === undefined) return hitsWith([]);
  const iguais = await findNamed(db, placa, pedido);
  if (iguais.length > 0) return hitsWith(iguais);
  // A filter that excludes the car does not make its plate unknown.
  if (hasFiltro(pedido) && (await findNamed(db, placa, {})).length > 0) return hitsWith([]);
  const parecidas = await findAlike(db, placa, pedido);
  if (parecidas.length === 0 || isPlainly(placa, q)) return hitsWith(parecidas);
  const pelasPalavras = await hitsWith([]);
  return pelasPalavras.total > 0 ? pelasPalavras : hitsWith(parecidas);
}

/** One page of a search. */
export const search = async (db: Banco, q: string, pedido: VeiculosQuery) =>
  pageOfHits(await findHits(db, q, pedido), pedido);

/** All that a search finds, in slices, and its number up to the limit. */
export async function readEveryHit(db: Banco, q: string, pedido: VeiculosQuery) {
  const acertos = await findHits(db, q, pedido);
  return { total: acertos.total, fatias: everyHit(acertos) };
}
