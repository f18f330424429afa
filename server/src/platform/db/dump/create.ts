/** Writes a PostgreSQL as one archive of `pg_dump`, and reads the archive back whole. */
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import Database from 'better-sqlite3';
import { DatabaseDamaged, type DatabaseFacts } from '../backup/examine.ts';
import { syncPath } from '../backup/snapshot.ts';
import type { ColumnPlace } from '../backup/values.ts';
import { quoteName } from '../move/source.ts';
import { examineDump } from './examine.ts';
import { columnOf, type DumpMoment, listTables, readFacts, withMoment } from './moment.ts';
import { ProgramFailed, requirePrograms, startProgram, toProgramAddress } from './programs.ts';

/** How long a table that is being changed is waited for. */
const ESPERA_MS = 30_000;
/** Rows of one answer of a cursor. */
const FATIA = 5_000;

/** A name as a pattern of pg_dump that means only itself. */
const exactly = (esquema: string, tabela: string): string =>
  `${quoteName(esquema)}.${quoteName(tabela)}`;

async function writeDump(
  endereco: string,
  { id, esquema, run }: DumpMoment,
  { arquivo, deixadas }: { arquivo: string; deixadas: readonly string[] },
): Promise<void> {
  const { uri, env } = toProgramAddress(endereco);
  // An extension may have marked rows of its tables for archives; they are not ours.
  const alheias = columnOf(await run(listTables('exists')));
  const { child, ended } = startProgram(
    'pg_dump',
    [
      ...['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${id}`],
      // Speed before size: the gate may work on the same processor.
      ...['--compress=1', `--lock-wait-timeout=${ESPERA_MS}`, `--schema=${quoteName(esquema)}`],
      ...[...deixadas, ...alheias].map(
        (tabela) => `--exclude-table-data=${exactly(esquema, tabela)}`,
      ),
      `--dbname=${uri}`,
    ],
    env,
  );
  // Through a pipe of ours: the program ends with this process.
  await pipeline(child.stdout, createWriteStream(arquivo, { mode: 0o600, flush: true }));
  await ended;
  await syncPath(arquivo);
}

interface NamesPlace extends ColumnPlace {
  arquivo: string;
  /** A setting that goes along. */
  ajuste: string;
}

/** Writes the values of one column into an SQLite file, where they are looked up as in a backup. */
async function writeNames(
  { run, readValue }: DumpMoment,
  { arquivo, tabela, coluna, ajuste }: NamesPlace,
): Promise<void> {
  const [t, c] = [quoteName(tabela), quoteName(coluna)];
  await writeFile(arquivo, '', { mode: 0o600 });
  const sqlite = new Database(arquivo);
  try {
    sqlite.pragma('journal_mode = DELETE');
    sqlite.exec(`create table ${t} (${c} text); create table ajustes (nome text, valor text)`);
    const incluir = sqlite.prepare(`insert into ${t} values (?)`);
    await run(`declare nomes no scroll cursor for select distinct ${c} from ${t} where ${c} <> ''`);
    for (;;) {
      const linhas = await run(`fetch ${FATIA} from nomes`);
      sqlite.transaction(() => {
        for (const [nome] of linhas) incluir.run(nome);
      })();
      if (linhas.length < FATIA) break;
    }
    sqlite.exec(`create index nomes on ${t} (${c})`);
    const valor = await readValue('select valor from ajustes where nome = $1', [ajuste]);
    if (valor !== undefined) sqlite.prepare('insert into ajustes values (?, ?)').run(ajuste, valor);
  } finally {
    sqlite.close();
  }
  await syncPath(arquivo);
}

interface DumpDeps {
  endereco: string;
  arquivo: string;
  /** Tables whose rows are left out. */
  deixadas: readonly string[];
  nomes: NamesPlace;
}

/**
 * Writes the archive of one moment; answers what the archive holds, which is what was there then.
 * @throws {ProgramMissing}; {ProgramFailed}; errors of the disk and of the database
 */
export async function dumpDatabase(deps: DumpDeps): Promise<DatabaseFacts> {
  const { endereco, arquivo, deixadas, nomes } = deps;
  const havia = await withMoment(endereco, async (momento) => {
    await requirePrograms(momento.versao);
    const fatos = await readFacts(momento, deixadas);
    await writeNames(momento, nomes);
    await writeDump(endereco, momento, { arquivo, deixadas });
    return fatos;
  });
  // After the transaction: while it is open, the server keeps every row that was deleted since.
  const { quebra, ...escrito } = await examineDump(arquivo).catch((cause: unknown) => {
    if (!(cause instanceof DatabaseDamaged)) throw cause;
    throw new ProgramFailed('pg_restore', cause.message);
  });
  if (JSON.stringify(escrito) !== JSON.stringify(havia)) {
    throw new ProgramFailed('pg_dump', 'o arquivo não tem o que o banco tinha naquele instante');
  }
  return { ...havia, quebra };
}
