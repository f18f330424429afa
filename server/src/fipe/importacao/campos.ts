/**
 * The names under which a table calls its columns, and a price record its fields. Beside our own
 * they are those of the public tools that export the table, as their documents and sources give
 * them: github.com/Uspery/FipeCrawler (tipo, codigo_marca, …), github.com/rafaelgou/fipe-crawler
 * (fipe_cod, anoref, mesref, marca_id, …), github.com/alesoncwb/Tabela-Fipe-Download-CSV (Tipo,
 * Marca, Modelo, Ano, CodigoFipe, Combustivel), exports with 'Brand Code' and 'Year Value', and the
 * price answers of the official service, of parallelum (v1, v2) and of BrasilAPI.
 */
import { dobrar } from '@unipark/contract/texto';

/** In the order of preference, folded and without anything but letters and digits. */
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

export type Campo = keyof typeof NOMES;

const CAMPOS = Object.keys(NOMES) as Campo[];

/** 'Código Fipe' → 'codigofipe': what is left when spelling does not matter. */
export const chaveDeNome = (nome: string): string => dobrar(nome).replace(/[^a-z0-9]/g, '');

/** Where each of our fields stands among these names; a field that nobody names is absent. */
export function findCampos(nomes: readonly string[]): Map<Campo, number> {
  const chaves = nomes.map(chaveDeNome);
  const achados = new Map<Campo, number>();
  for (const campo of CAMPOS) {
    const lugar = NOMES[campo].map((nome) => chaves.indexOf(nome)).find((i) => i >= 0);
    if (lugar !== undefined) achados.set(campo, lugar);
  }
  return achados;
}

const EXIGIDOS: [nome: string, algum: Campo[]][] = [
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

/** Names as a sentence shows them: short ones, and not all of hundreds. */
export const namesOf = (nomes: readonly string[]): string => {
  const resto = nomes.length - MOSTRADOS;
  const vistos = nomes.slice(0, MOSTRADOS).map((nome) => cut(nome.trim()));
  return `${vistos.join(', ')}${resto > 0 ? ` e mais ${resto}` : ''}`;
};

/** What is missing among the found fields, as a sentence; undefined when all is there. */
export function describeMissing(
  achados: ReadonlyMap<Campo, unknown>,
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
