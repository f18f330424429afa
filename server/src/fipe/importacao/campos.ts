/**
 * The names of a table's columns and of a price record's fields. Beside our own names they come
 * from the public tools that export the table, by their documents and sources:
 * github.com/Uspery/FipeCrawler (tipo, codigo_marca, …), github.com/rafaelgou/fipe-crawler
 * (fipe_cod, anoref, mesref, marca_id, …), github.com/alesoncwb/Tabela-Fipe-Download-CSV (Tipo,
 * Marca, Modelo, Ano, CodigoFipe, Combustivel), exports with 'Brand Code' and 'Year Value', and the
 * price answers of the official service, of parallelum (v1, v2) and of BrasilAPI.
 */
import { foldText } from '@unipark/contract/texto';

/** In the order of preference, folded, only letters and digits. */
const NOMES = {
  tipo: ['tipo', 'type', 'tipoveiculo', 'vehicletype', 'codigotipoveiculo', 'tipocodigo'],
  marca_codigo: ['marcacodigo', 'codigomarca', 'marcaid', 'idmarca', 'brandcode', 'brandid'],
  marca: ['marca', 'brand', 'brandvalue', 'brandname', 'marcanome', 'nomemarca', 'make'],
  modelo_codigo: ['modelocodigo', 'codigomodelo', 'modeloid', 'idmodelo', 'modelcode', 'modelid'],
  modelo: ['modelo', 'model', 'modelvalue', 'modelname', 'modelonome', 'nomemodelo'],
  ano_codigo: ['anocodigo', 'codigoano', 'yearcode', 'yearid', 'anoid'],
  ano: ['ano', 'anomodelo', 'yearvalue', 'modelyear', 'yearmodel', 'anomod', 'year', 'anonome'],
  combustivel: ['combustivel', 'fuel', 'fueltype', 'comb'],
  combustivel_codigo: ['combcod', 'codigocombustivel', 'combustivelcodigo', 'fuelcode'],
  codigo_fipe: ['codigofipe', 'codefipe', 'fipecode', 'fipecod'],
  mes: ['mesreferencia', 'referencemonth', 'month', 'referencia', 'mes'],
  mes_ano: ['anoref'],
  mes_numero: ['mesref'],
} as const;

export type ImportField = keyof typeof NOMES;

export const CAMPOS = Object.keys(NOMES) as ImportField[];

/** 'Código Fipe' → 'codigofipe': the name without spelling differences. */
export const normalizeNome = (nome: string): string => foldText(nome).replace(/[^a-z0-9]/g, '');

/** The index of each of our fields among these names; a field without a name is absent. */
export function findCampos(nomes: readonly string[]): Map<ImportField, number> {
  const chaves = nomes.map(normalizeNome);
  const achados = new Map<ImportField, number>();
  for (const campo of CAMPOS) {
    const lugar = NOMES[campo].map((nome) => chaves.indexOf(nome)).find((i) => i >= 0);
    if (lugar !== undefined) achados.set(campo, lugar);
  }
  return achados;
}

const EXIGIDOS: [nome: string, algum: ImportField[]][] = [
  ['tipo', ['tipo']],
  ['marca', ['marca']],
  ['modelo_codigo (ou codigo_fipe)', ['modelo_codigo', 'codigo_fipe']],
  ['modelo', ['modelo']],
  ['ano_codigo (ou ano)', ['ano_codigo', 'ano']],
];

const MOSTRADOS = 30;
const LARGURA = 40;

const cut = (nome: string): string =>
  nome.length > LARGURA ? `${nome.slice(0, LARGURA)}…` : nome || '(sem nome)';

/** Names for a sentence: shortened, and not hundreds of them. */
export const namesOf = (nomes: readonly string[]): string => {
  const resto = nomes.length - MOSTRADOS;
  const vistos = nomes.slice(0, MOSTRADOS).map((nome) => cut(nome.trim()));
  return `${vistos.join(', ')}${resto > 0 ? ` e mais ${resto}` : ''}`;
};

/** The missing fields as a sentence; undefined when all are found. */
export function describeMissing(
  achados: ReadonlyMap<ImportField, unknown>,
  nomes: readonly string[],
  temTipo: boolean,
): string | undefined {
  const faltam = EXIGIDOS.filter(
    ([nome, algum]) => !(nome === 'tipo' && temTipo) && !algum.some((campo) => achados.has(campo)),
  ).map(([nome]) => nome);
  if (faltam.length === 0) return undefined;
  const quais =
    faltam.length === 1 ? `falta a coluna ${faltam}` : `faltam as colunas ${faltam.join(', ')}`;
  const dica =
    faltam.join() === 'tipo' ? ' Se o arquivo é de um tipo só, use --tipo 1, 2 ou 3.' : '';
  return `${quais}. Encontradas: ${namesOf(nomes)}.${dica}`;
}
