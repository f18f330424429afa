/** An SQLite installation with rows in every table, made by reading the schema. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { migrations } from '../src/migrations/all.ts';
import { audit } from '../src/platform/audit.ts';
import { inTransaction, openBanco } from '../src/platform/db/banco.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { copyTemplate } from './template.ts';

/** Filled by triggers or by the audit itself. */
const A_PARTE = /^(sqlite_|kysely_|auditoria|contagens$|veiculos_facetas$)/;

interface ColumnInfo {
  name: string;
  type: string;
  notnull: number;
  pk: number;
}

interface ReferenceInfo {
  table: string;
  from: string;
  to: string;
}

/** Tables that hold rows of their own, without the search index. */
export const listTabelas = (sqlite: Database.Database): string[] =>
  (
    sqlite
      .prepare(`select name from pragma_table_list where schema = 'main' and type = 'table'`)
      .pluck()
      .all() as string[]
  ).filter((nome) => !/^(sqlite|kysely)_/.test(nome));

const TEXTOS = [
  'Ação "Ünïca" \\ %_',
  "D'Ávila; drop table x --",
  'São João\n\t€ 🚗',
  '\u00a0',
  'nulo\0no meio',
];
const INTEIROS = [0n, -1n, 9_007_199_254_740_993n, 9_223_372_036_854_775_807n];
const REAIS = [0.1, 1e-7, 1.7976931348623157e308, -0.30000000000000004];

/** A value of row `i`: its own in a key, a strange one elsewhere, sometimes null. */
function makeValue(
  { name, notnull, pk, ...coluna }: ColumnInfo,
  i: number,
  unica: boolean,
): unknown {
  const type = coluna.type.toLowerCase();
  if (type === 'integer' && pk) return i + 1;
  if (unica) return `${name}-${i}`;
  if (!notnull && i % 3 === 2) return null;
  if (type === 'blob') return randomBytes(i % 2 ? 3_000 : 70_000);
  if (type === 'real') return REAIS[i % REAIS.length];
  if (type === 'integer' || type === 'bigint') return INTEIROS[i % INTEIROS.length];
  if (type === 'date') return new Date(i * 1e9).toISOString();
  return `${TEXTOS[i % TEXTOS.length]} ${i}`;
}

/** Columns that a unique index or the primary key includes. */
const listUnicas = (sqlite: Database.Database, tabela: string): string[] =>
  sqlite
    .prepare(
      `select c.name from pragma_index_list(?) i, pragma_index_info(i.name) c where i."unique" = 1`,
    )
    .pluck()
    .all(tabela) as string[];

function fillTable(sqlite: Database.Database, tabela: string, linhas: number): void {
  const columnsOf = (nome: string) =>
    sqlite.prepare('select * from pragma_table_info(?)').all(nome) as ColumnInfo[];
  const referencias = sqlite
    .prepare('select * from pragma_foreign_key_list(?)')
    .all(tabela) as ReferenceInfo[];
  const colunas = columnsOf(tabela);
  const unicas = listUnicas(sqlite, tabela);
  const valor = (coluna: ColumnInfo, i: number): unknown => {
    const referencia = referencias.find(({ from }) => from === coluna.name);
    const pai =
      referencia && columnsOf(referencia.table).find(({ name }) => name === referencia.to);
    return pai ? makeValue(pai, i, true) : makeValue(coluna, i, unicas.includes(coluna.name));
  };
  const incluir = sqlite.prepare(
    `insert into "${tabela}" (${colunas.map(({ name }) => `"${name}"`).join(', ')})
     values (${colunas.map(() => '?').join(', ')})`,
  );
  const primeira = sqlite.prepare(`select count(*) from "${tabela}"`).pluck().get() as number;
  for (let i = primeira; i < primeira + linhas; i += 1) {
    incluir.run(...colunas.map((coluna) => valor(coluna, i)));
  }
}

/** Audit rows, some with a detail. */
async function writeAuditoria(dataDir: string, linhas: number): Promise<void> {
  copyTemplate('empty', dataDir);
  const db = openBanco(dataDir);
  await migrate(db, migrations);
  const autor = { id: 'operador', endereco: '10.0.0.1', pedido: null };
  for (let i = 0; i < linhas; i += 1) {
    const ato = { acao: 'editar', entidade: 'veiculo', chave: `ABC1D2${i}` } as const;
    await inTransaction(db, (trx) =>
      audit(trx, autor, i % 2 ? { ...ato, detalhe: { antes: 'Maçã\0', depois: null } } : ato),
    );
  }
  await db.destroy();
}

/**
 * Fills every table of an installation, which is made when the folder has none; `grande` gets that
 * many rows. The newest event is removed again: its number must not be given twice.
 */
export async function fillInstalacao(
  dataDir: string,
  { linhas = 7, grande = {} }: { linhas?: number; grande?: Record<string, number> } = {},
): Promise<void> {
  await writeAuditoria(dataDir, linhas);
  const sqlite = new Database(join(dataDir, 'unipark.db'));
  sqlite.pragma('foreign_keys = OFF');
  sqlite.transaction(() => {
    for (const tabela of listTabelas(sqlite)) {
      if (!A_PARTE.test(tabela)) fillTable(sqlite, tabela, grande[tabela] ?? linhas);
    }
    sqlite.exec('delete from eventos where id = (select max(id) from eventos)');
  })();
  const soltas = sqlite.pragma('foreign_key_check') as unknown[];
  sqlite.close();
  if (soltas.length > 0) throw new Error(`a reference is broken: ${JSON.stringify(soltas[0])}`);
}
