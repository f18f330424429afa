/** One row of the table, whatever it was called where it comes from. Prices are never read. */
import type { Campo } from './campos.ts';
import { ValorErrado } from './falhas.ts';
import { readAno, readCodigo, readMes, readNome, readTipo } from './valores.ts';

interface Par {
  codigo: string;
  nome: string;
}

/** A make, one of its models, one year of that: as far as the row goes. */
export interface Registro {
  tipo: string;
  marca: Par;
  modelo?: Par;
  ano?: Par;
}

/** What one place of the file says: a row, the month of the table, or both. */
export interface Lido {
  linha: number;
  registro?: Registro;
  /** '2026-11' */
  referencia?: string | undefined;
}

/** What is said beside the file. */
export interface Contexto {
  /** For a file that does not say it. */
  tipo?: string | undefined;
  /** Instead of the months that the file names. */
  referencia?: string | undefined;
  /** The code of a make where the file has its name alone. */
  codigoDaMarca: (tipo: string, nome: string) => string;
}

type Ler = (campo: Campo) => string | undefined;

/** The type of a row, else the one that goes for the whole file. @throws {ValorErrado} */
export function makeTipo(escrito: string | undefined, contexto: Contexto): string {
  if (escrito?.trim()) return readTipo('tipo', escrito);
  if (contexto.tipo) return contexto.tipo;
  throw new ValorErrado(
    'tipo',
    'falta o tipo. Se o arquivo é de um tipo só, use --tipo 1, 2 ou 3.',
  );
}

/** Code and name of a make. @throws {ValorErrado} */
export function makeMarca(
  tipo: string,
  { codigo, nome }: { codigo: string | undefined; nome: string | undefined },
  contexto: Contexto,
): Par {
  const certo = readNome('marca', nome);
  const dado = codigo?.trim();
  return {
    codigo: dado ? readCodigo('marca_codigo', dado) : contexto.codigoDaMarca(tipo, certo),
    nome: certo,
  };
}

/** The month of a row, unless the operator said another. @throws {ValorErrado} */
export function makeReferencia(ler: Ler, contexto: Contexto): string | undefined {
  if (contexto.referencia) return contexto.referencia;
  const mes = ler('mes')?.trim();
  if (mes) return readMes('mes', mes);
  const [ano, numero] = [ler('mes_ano')?.trim(), ler('mes_numero')?.trim()];
  return ano && numero ? readMes('mes_numero', `${ano}-${numero}`) : undefined;
}

/** A row of a flat table, or a price record. @throws {ValorErrado} */
export function makeRegistro(ler: Ler, contexto: Contexto): Omit<Lido, 'linha'> {
  const tipo = makeTipo(ler('tipo'), contexto);
  const marca = makeMarca(tipo, { codigo: ler('marca_codigo'), nome: ler('marca') }, contexto);
  const [campo, codigo] = ler('modelo_codigo')?.trim()
    ? (['modelo_codigo', ler('modelo_codigo')] as const)
    : (['codigo_fipe', ler('codigo_fipe')] as const);
  const modelo = {
    codigo: readCodigo(codigo === undefined ? 'modelo_codigo' : campo, codigo),
    nome: readNome('modelo', ler('modelo')),
  };
  const ano = readAno({
    codigo: ler('ano_codigo'),
    nome: ler('ano'),
    combustivel: ler('combustivel'),
    combustivel_codigo: ler('combustivel_codigo'),
  });
  return { registro: { tipo, marca, modelo, ano }, referencia: makeReferencia(ler, contexto) };
}
