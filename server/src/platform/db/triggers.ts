/** Rules that the database itself keeps. For migrations. */
import type { Kysely } from 'kysely';
import { isPostgres } from './dialect.ts';

/** Makes a table append-only: any update or delete of a row is refused. */
export function appendOnlySql(db: Kysely<unknown>, tabela: string): string[] {
  if (isPostgres(db)) {
    return [
      `create function ${tabela}_so_cresce() returns trigger language plpgsql as
       $$ begin raise exception '${tabela} only grows'; end $$`,
      `create trigger ${tabela}_so_cresce before update or delete or truncate on ${tabela}
       for each statement execute function ${tabela}_so_cresce()`,
    ];
  }
  return ['update', 'delete'].map(
    (ato) =>
      `create trigger ${tabela}_sem_${ato} before ${ato} on ${tabela} begin select raise(abort, '${tabela} only grows'); end`,
  );
}
