/** The schema of a database as comparable lines, on either database. */
import { type Banco, postgresOf } from '../src/platform/db/banco.ts';
import { query } from './query.ts';

const DO_SQLITE = `select type || ' ' || tbl_name || ': ' || coalesce(sql, name) as linha
  from sqlite_master where name not like 'sqlite\\_%' escape '\\'`;

const DO_POSTGRES = [
  `select table_name || '.' || column_name || ' ' || data_type || ' ' || coalesce(collation_name, '') ||
    ' ' || is_nullable || ' ' || coalesce(column_default, '') || ' ' || is_identity as linha
   from information_schema.columns where table_schema = 'public'`,
  `select indexdef as linha from pg_indexes where schemaname = 'public'`,
  `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as linha
   from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'`,
  `select pg_get_triggerdef(oid) as linha from pg_trigger where not tgisinternal`,
  `select proname || ' ' || prosrc as linha from pg_proc p where pronamespace = 'public'::regnamespace
   and not exists (select 1 from pg_depend where objid = p.oid and deptype = 'e')`,
];

/** One line for each table, index, trigger and, on PostgreSQL, column, constraint and function. */
export async function listEsquema(db: Banco): Promise<string[]> {
  const consultas = postgresOf(db) ? DO_POSTGRES : [DO_SQLITE];
  const linhas: string[] = [];
  for (const consulta of consultas) {
    for (const { linha } of await query<{ linha: string }>(db, consulta)) {
      linhas.push(linha.replaceAll(/\s+/g, ' '));
    }
  }
  return linhas.sort();
}

/** The rows of each table of our own. */
export async function countLinhas(db: Banco): Promise<Record<string, number>> {
  const tabelas = await query<{ nome: string }>(
    db,
    postgresOf(db)
      ? `select tablename as nome from pg_tables where schemaname = 'public' order by 1`
      : `select name as nome from pragma_table_list where schema = 'main' and type = 'table' order by 1`,
  );
  const contadas: Record<string, number> = {};
  for (const { nome } of tabelas) {
    if (/^(sqlite|kysely)_/.test(nome)) continue;
    const [linha] = await query<{ total: number }>(db, `select count(*) as total from "${nome}"`);
    contadas[nome] = Number(linha?.total);
  }
  return contadas;
}
