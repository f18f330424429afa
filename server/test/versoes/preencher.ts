/** Completes the database of a release: a row in each table that its API left empty, and less of the seeds. */
import Database from 'better-sqlite3';
import { listTabelas } from '../instalacao.ts';

interface EmptyColumn {
  name: string;
  type: string;
  pk: number;
}

interface ParentKey {
  table: string;
  from: string;
  to: string;
}

/** Columns that the program parses. */
const JSONS = ['dados', 'parametros', 'autor', 'resultado', 'transportes', 'resposta'];
const INSTANTE = /(_em|_ate|At|quando)$/;

/** Cities and makes that stay: the release fills them itself, and they are large. */
const SEMENTES = [
  `delete from cidades where nome not like 'Lavras%'`,
  'delete from fipe_anos where rowid > 5',
  'delete from fipe_modelos where rowid > 5',
  'delete from fipe_marcas where rowid > 5',
];

function valueFor({ name, type }: EmptyColumn): unknown {
  if (JSONS.includes(name)) return '{}';
  if (INSTANTE.test(name)) return '2026-01-01T00:00:00.000Z';
  if (/int/i.test(type)) return 1;
  if (/real/i.test(type)) return 0.5;
  return /blob/i.test(type) ? Buffer.from('bytes') : `${name}-1`;
}

/** One row; it refers to the newest rows of its parents. */
function fillOne(sqlite: Database.Database, tabela: string): void {
  const colunas = sqlite.prepare('select * from pragma_table_info(?)').all(tabela) as EmptyColumn[];
  const pais = sqlite
    .prepare('select * from pragma_foreign_key_list(?)')
    .all(tabela) as ParentKey[];
  const valores = colunas.map((coluna) => {
    const pai = pais.find(({ from }) => from === coluna.name);
    if (!pai) return valueFor(coluna);
    return sqlite
      .prepare(`select "${pai.to}" from "${pai.table}" order by rowid desc limit 1`)
      .pluck()
      .get();
  });
  const nomes = colunas.map(({ name }) => `"${name}"`).join(', ');
  sqlite
    .prepare(`insert into "${tabela}" (${nomes}) values (${colunas.map(() => '?').join(', ')})`)
    .run(...valores);
}

/** The tables, each after those that it refers to. */
function orderByParents(sqlite: Database.Database, tabelas: string[]): string[] {
  const ordem = new Set<string>();
  function visit(tabela: string): void {
    const pais = sqlite
      .prepare('select * from pragma_foreign_key_list(?)')
      .all(tabela) as ParentKey[];
    for (const { table } of pais) if (table !== tabela && tabelas.includes(table)) visit(table);
    ordem.add(tabela);
  }
  for (const tabela of tabelas) visit(tabela);
  return [...ordem];
}

/** @returns the tables whose row was not made by the release itself */
export function completeBanco(arquivo: string): string[] {
  const sqlite = new Database(arquivo);
  try {
    for (const comando of SEMENTES) sqlite.exec(comando);
    const vazias = listTabelas(sqlite).filter(
      (tabela) => sqlite.prepare(`select 1 from "${tabela}" limit 1`).get() === undefined,
    );
    for (const tabela of orderByParents(sqlite, vazias)) fillOne(sqlite, tabela);
    const quebradas = sqlite.pragma('foreign_key_check') as unknown[];
    if (quebradas.length > 0) throw new Error(`broken: ${JSON.stringify(quebradas[0])}`);
    sqlite.pragma('journal_mode = DELETE');
    sqlite.exec('vacuum');
    return vazias;
  } finally {
    sqlite.close();
  }
}
