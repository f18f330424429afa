/**
 * The shapes of a catalogue, a schema each: a row of a table or a price record, and a make with its
 * models and years. Prices are never read.
 */
import * as z from 'zod/mini';
import { type ImportField, normalizeNome } from './campos.ts';
import { WrongValue } from './falhas.ts';
import { readAno, readCodigo, readMes, readNome, readTipo } from './valores.ts';

interface CodigoNome {
  codigo: string;
  nome: string;
}

/** A make, one of its models, one of that model's years: as many as the row has. */
export interface CatalogoRow {
  tipo: string;
  marca: CodigoNome;
  modelo?: CodigoNome;
  ano?: CodigoNome;
}

/** What one place of the file contains: a row, the month of the table, or both. */
export interface ReadPlace {
  /** 'Linha 12', or the path in a JSON. */
  onde: string;
  registro?: CatalogoRow;
  /** '2026-11' */
  referencia?: string | undefined;
}

export interface ImportContext {
  /** For a file without types. */
  tipo?: string | undefined;
  /** Replaces the months that the file names. */
  referencia?: string | undefined;
  /** The code for a make that the file names without a code. */
  codeForMarca: (tipo: string, nome: string) => string;
}

/** A step of a schema that makes a value, or reports the field's error. */
const read = <T, I = unknown>(make: (dado: I) => T) =>
  z.transform((dado: I, ctx) => {
    try {
      return make(dado);
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      const path = error.campo ? [error.campo] : [];
      ctx.issues.push({ code: 'custom', input: dado, message: error.message, path });
      return z.NEVER;
    }
  });

/** No text of a catalogue is longer; a longer one would only cost memory. */
const MAXIMO_TEXTO = 4_000;

function textOf(dado: unknown): string | undefined {
  if (!['string', 'number', 'boolean'].includes(typeof dado)) return undefined;
  const texto = String(dado);
  if (texto.length <= MAXIMO_TEXTO) return texto;
  throw new WrongValue('', `tem um texto de mais de ${MAXIMO_TEXTO} caracteres.`);
}

const Nome = read((dado) => readNome(textOf(dado)));
const Codigo = read((dado) => readCodigo(textOf(dado)));
/** Absent when it is blank. */
const CodigoOuNada = read((dado) => (textOf(dado)?.trim() ? readCodigo(textOf(dado)) : undefined));
const Texto = read(textOf);

const createTipo = ({ tipo }: ImportContext) =>
  read((dado) => {
    const escrito = textOf(dado);
    if (escrito?.trim()) return readTipo(escrito);
    if (tipo) return tipo;
    throw new WrongValue('', 'falta o tipo. Se o arquivo é de um tipo só, use --tipo 1, 2 ou 3.');
  });

/** The month of a row, unless the operator gave another one. @throws {WrongValue} */
export function readReferencia(
  {
    mes,
    mes_ano,
    mes_numero,
  }: { [campo in 'mes' | 'mes_ano' | 'mes_numero']?: string | undefined },
  { referencia }: Pick<ImportContext, 'referencia'>,
): string | undefined {
  if (referencia) return referencia;
  if (mes?.trim()) return readMes(mes.trim(), 'mes');
  const [ano, numero] = [mes_ano?.trim(), mes_numero?.trim()];
  return ano && numero ? readMes(`${ano}-${numero}`, 'mes_numero') : undefined;
}

/** A row of a flat table, or a price record, by the names of `campos.ts`. */
export function createLinha(contexto: ImportContext) {
  const Campos = z.object({
    tipo: createTipo(contexto),
    marca_codigo: CodigoOuNada,
    marca: Nome,
    modelo_codigo: CodigoOuNada,
    codigo_fipe: CodigoOuNada,
    modelo: Nome,
    ano_codigo: Texto,
    ano: Texto,
    combustivel: Texto,
    combustivel_codigo: Texto,
    mes: Texto,
    mes_ano: Texto,
    mes_numero: Texto,
  } satisfies Record<ImportField, z.ZodMiniType>);
  type Lida = Omit<ReadPlace, 'onde'>;
  const join = (dados: z.output<typeof Campos>): Lida => {
    const { tipo, marca: nome, marca_codigo, modelo_codigo, codigo_fipe, modelo } = dados;
    const codigo = modelo_codigo ?? codigo_fipe;
    if (!codigo) throw new WrongValue('modelo_codigo', 'está em branco.');
    const marca = { codigo: marca_codigo ?? contexto.codeForMarca(tipo, nome), nome };
    const ano = readAno({ ...dados, codigo: dados.ano_codigo, nome: dados.ano });
    return {
      registro: { tipo, marca, modelo: { codigo, nome: modelo }, ano },
      referencia: readReferencia(dados, contexto),
    };
  };
  return z.pipe(Campos, read(join));
}

/** The names for makes, models and years: ours, parallelum v1 and v2, the official service. */
const CHAVES = {
  codigo: ['codigo', 'code', 'value', 'valor', 'id'],
  nome: ['nome', 'name', 'label'],
  modelos: ['modelos', 'models'],
  anos: ['anos', 'years'],
};
type CompactKey = keyof typeof CHAVES;

export const isObjeto = (dado: unknown): dado is Record<string, unknown> =>
  typeof dado === 'object' && dado !== null && !Array.isArray(dado);

/** The name of a field in an object of the file. */
export const findChave = (dado: unknown, chave: CompactKey): string | undefined => {
  const nomes = isObjeto(dado) ? Object.keys(dado) : [];
  const achadas = CHAVES[chave].map((um) => nomes.find((nome) => normalizeNome(nome) === um));
  return achadas.find((nome) => nome !== undefined);
};

const fieldOf = (dado: unknown, chave: CompactKey): unknown =>
  isObjeto(dado) ? dado[findChave(dado, chave) ?? ''] : undefined;

/** A list by its name; an unchanged answer of a provider has the list one level deeper. */
function findItens(dado: unknown, chave: CompactKey): { caminho: string[]; itens: unknown[] } {
  const dentro = fieldOf(dado, chave);
  const caminho = [findChave(dado, chave) ?? chave];
  if (Array.isArray(dentro)) return { caminho, itens: dentro };
  const outro = fieldOf(dentro, chave);
  if (!Array.isArray(outro)) return { caminho, itens: [] };
  return { caminho: [...caminho, findChave(dentro, chave) ?? chave], itens: outro };
}

/** The path of an error with the file's own names. */
export function pathInFile(dado: unknown, path: readonly PropertyKey[]): (string | number)[] {
  const [parte, ...resto] = path;
  if (parte === undefined) return [];
  if (typeof parte === 'number') {
    const item: unknown = Array.isArray(dado) ? dado[parte] : undefined;
    return [parte, ...pathInFile(item, resto)];
  }
  const chave = String(parte);
  if (chave === 'modelos' || chave === 'anos') {
    const { caminho, itens } = findItens(dado, chave);
    return [...caminho, ...pathInFile(itens, resto)];
  }
  return [chave in CHAVES ? (findChave(dado, chave as CompactKey) ?? chave) : chave];
}

const toPar = (dado: unknown) => ({ codigo: fieldOf(dado, 'codigo'), nome: fieldOf(dado, 'nome') });

/** A year: its code, or an object with code and name. */
const Ano = read((dado): CodigoNome => {
  const escrito = textOf(dado);
  try {
    if (escrito?.includes('-')) return readAno({ codigo: escrito });
    if (escrito !== undefined) return readAno({ nome: escrito });
    const { codigo, nome } = toPar(dado);
    return readAno({ codigo: textOf(codigo), nome: textOf(nome) });
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    const campo = error.campo.endsWith('codigo') ? 'codigo' : 'nome';
    throw new WrongValue(escrito === undefined ? campo : '', error.message);
  }
});

const Modelo = z.pipe(
  read((dado) => ({ ...toPar(dado), anos: findItens(dado, 'anos').itens })),
  z.object({ codigo: Codigo, nome: Nome, anos: z.array(Ano) }),
);

/** A make with its models and their years. */
export const createMarca = (contexto: ImportContext) =>
  z.pipe(
    read((dado: { tipo: unknown; marca: unknown }) => ({
      tipo: dado.tipo,
      ...toPar(dado.marca),
      modelos: findItens(dado.marca, 'modelos').itens,
    })),
    z.object({
      tipo: createTipo(contexto),
      codigo: CodigoOuNada,
      nome: Nome,
      modelos: z.array(Modelo),
    }),
  );
