/**
 * The vehicle search: the plate that the term names and its twin, or those that look like it when
 * nobody registered either; then what holds the words.
 */
import { chavePlaca, placaProcurada, tipoPlaca } from '@unipark/contract/placa';
import { likely, possible, semelhanca } from '@unipark/contract/semelhanca';
import type { Banco } from '../platform/db/banco.ts';
import { searchPage } from '../platform/db/hits.ts';
import { amongValues } from '../platform/db/search.ts';
import { type Filtros, filtered, ordemDe, type Pedido, temFiltro } from './repo.ts';

/** Plates that only look alike are for a person to compare: more than these are no help. */
const PARECIDAS_MAXIMO = 10;

const amongKeys = (db: Banco, chaves: string[], filtros: Filtros) =>
  filtered(db, filtros, { achados: true }).where(amongValues('chave', chaves)).execute();

/** The registered car of this plate: the text itself, then its twin. */
async function findNamed(db: Banco, placa: string, filtros: Filtros) {
  const iguais = await amongKeys(db, [chavePlaca(placa)], filtros);
  return iguais.sort((a, b) => Number(b.placa === placa) - Number(a.placa === placa));
}

/** The cars of the first rung that answers, the nearest first. */
async function findAlike(db: Banco, placa: string, filtros: Filtros) {
  const chaves = [...new Set([...likely(placa), ...possible(placa)].map(chavePlaca))];
  if (chaves.length === 0) return [];
  const linhas = await amongKeys(db, chaves, filtros);
  const provaveis = linhas.filter((linha) => semelhanca(placa, linha.placa) === 'provavel');
  const lugar = new Map(chaves.map((chave, i) => [chave, i]));
  const lugarDe = (linha: { placa: string }) => lugar.get(chavePlaca(linha.placa)) ?? 0;
  return (provaveis.length > 0 ? provaveis : linhas)
    .sort((a, b) => lugarDe(a) - lugarDe(b) || (a.placa < b.placa ? -1 : 1))
    .slice(0, PARECIDAS_MAXIMO);
}

/** True for a plate in one piece; 'GOL 1000' and 'A201812' may as well be a model and a matrícula. */
const isPlainly = (placa: string, q: string): boolean =>
  !/\s/.test(q) && tipoPlaca(placa) !== 'Inválida';

/** Vehicles that hold every word of `q`; those that it names or is like, as a plate, come first. */
export async function search(db: Banco, q: string, pedido: Pedido) {
  const page = (exatos: Awaited<ReturnType<typeof findNamed>>) =>
    searchPage(db, filtered(db, pedido), {
      tabela: 'veiculos',
      q,
      ordem: ordemDe(pedido.ordem),
      pagina: pedido,
      exatos,
      filtrada: temFiltro(pedido),
      achada: filtered(db, pedido, { achados: true }),
    });

  const placa = placaProcurada(q);
  if (placa === undefined) return page([]);
  const iguais = await findNamed(db, placa, pedido);
  if (iguais.length > 0) return page(iguais);
  // A filter that leaves the car out does not make its plate unknown.
  if (temFiltro(pedido) && (await findNamed(db, placa, {})).length > 0) return page([]);
  const parecidas = await findAlike(db, placa, pedido);
  if (parecidas.length === 0 || isPlainly(placa, q)) return page(parecidas);
  const pelasPalavras = await page([]);
  return pelasPalavras.total > 0 ? pelasPalavras : page(parecidas);
}
