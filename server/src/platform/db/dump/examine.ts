/** Reads an archive of `pg_dump` whole, without a database. */
import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { type ChainRow, cutOfHead, findChainBreak } from '../../chain.ts';
import { DatabaseDamaged, type DatabaseFacts } from '../backup/examine.ts';
import { ProgramFailed, startProgram } from './programs.ts';

const QUEBRA = 0x0a;
const TABELA = /^CREATE TABLE \S+?\."?(\w+)"? \($/;
const DADOS = /^COPY \S+?\."?(\w+)"? \((.*)\) FROM stdin;$/;
const FIM = '\\.';
/** The lines of the archive's own statements are shorter. */
const CURTA = 8_192;
const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** The lines of a stream. Only the line feed ends one: a text may hold any other sign. */
async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let partes: Buffer[] = [];
  for await (const parte of bytes) {
    let inicio = 0;
    for (let fim = parte.indexOf(QUEBRA); fim >= 0; fim = parte.indexOf(QUEBRA, inicio)) {
      const resto = parte.subarray(inicio, fim);
      yield partes.length === 0 ? resto : Buffer.concat([...partes, resto]);
      partes = [];
      inicio = fim + 1;
    }
    if (inicio < parte.length) partes.push(parte.subarray(inicio));
  }
  if (partes.length > 0) yield Buffer.concat(partes);
}

type DumpRow = Record<string, string | null>;

const toValue = (campo: string): string | null =>
  campo === '\\N' ? null : campo.replaceAll(/\\(.)/gs, (_, sinal) => ESCAPES[sinal] ?? sinal);

function toRow(linha: Buffer, colunas: readonly string[]): DumpRow {
  const campos = linha.toString('utf8').split('\t');
  return Object.fromEntries(colunas.map((coluna, i) => [coluna, toValue(campos[i] ?? '\\N')]));
}

/** Counts the rows of each table; `hear` has the tables whose rows are told. */
async function countRows(
  script: AsyncIterable<Buffer>,
  hear: Record<string, (linha: DumpRow) => void>,
): Promise<Map<string, number>> {
  const linhas = new Map<string, number>();
  let tabela: string | undefined;
  let colunas: string[] = [];
  for await (const linha of linesOf(script)) {
    const dita = linha.length < CURTA ? linha.toString('latin1') : '';
    if (tabela !== undefined) {
      if (dita === FIM) tabela = undefined;
      else {
        linhas.set(tabela, (linhas.get(tabela) ?? 0) + 1);
        hear[tabela]?.(toRow(linha, colunas));
      }
      continue;
    }
    const [, criada] = TABELA.exec(dita) ?? [];
    if (criada !== undefined) linhas.set(criada, 0);
    const [, nome, lista = ''] = DADOS.exec(dita) ?? [];
    tabela = nome;
    colunas = lista.split(', ').map((coluna) => coluna.replaceAll('"', ''));
  }
  if (tabela !== undefined) throw new DatabaseDamaged('the archive ends within a table');
  return linhas;
}

/**
 * A database for the rows of the audit, which have no order in an archive. It lies beside the archive,
 * because the temporary folder may be memory.
 */
function openTrilha(lugar: string): Database.Database {
  let trilha: Database.Database;
  try {
    // Of a process that was killed.
    rmSync(lugar, { force: true });
    trilha = new Database(lugar);
  } catch {
    // A disk that is only read.
    trilha = new Database('');
  }
  trilha.exec('create table trilha (id integer primary key, linha text); begin');
  return trilha;
}

/**
 * Reads every row and the whole audit.
 * @throws {DatabaseDamaged}; {ProgramMissing}
 */
export async function examineDump(arquivo: string): Promise<DatabaseFacts> {
  const passos: string[] = [];
  const cabecas: DumpRow[] = [];
  const lugar = `${arquivo}.trilha`;
  const trilha = openTrilha(lugar);
  try {
    const incluir = trilha.prepare('insert into trilha values (?, ?)');
    const { child, ended } = startProgram('pg_restore', ['--file=-', arquivo]);
    const linhas = await countRows(child.stdout, {
      kysely_migration: ({ name }) => passos.push(name ?? ''),
      auditoria_cabeca: (linha) => cabecas.push(linha),
      auditoria: (linha) => incluir.run(BigInt(linha.id ?? 0), JSON.stringify(linha)),
    });
    await ended;
    const cadeia = function* (): Generator<ChainRow> {
      const textos = trilha.prepare('select linha from trilha order by id').pluck().iterate();
      for (const texto of textos) yield JSON.parse(String(texto)) as ChainRow;
    };
    const [cabeca] = cabecas;
    const auditoria = cabeca?.hash ?? null;
    return {
      passos: passos.sort(),
      linhas: Object.fromEntries([...linhas].filter(([nome]) => !/^kysely/.test(nome)).sort()),
      auditoria,
      quebra: await findChainBreak(cadeia(), auditoria ?? '', cutOfHead(cabeca)),
    };
  } catch (cause) {
    if (cause instanceof ProgramFailed) throw new DatabaseDamaged(cause.message, { cause });
    throw cause;
  } finally {
    trilha.close();
    rmSync(lugar, { force: true });
  }
}
