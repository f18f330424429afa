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

/**
 * Makes an append-only table erasable: an update is refused unless it fulfils `apagada` and changes
 * none of the columns of `ficam`; a delete is refused as before.
 */
export function erasableSql(
  db: Kysely<unknown>,
  tabela: string,
  { ficam, apagada }: { ficam: string[]; apagada: string },
): string[] {
  const iguais = ficam.map((nome) => `new.${nome} is not distinct from old.${nome}`).join(' and ');
  if (isPostgres(db)) {
    return [
      `drop trigger ${tabela}_so_cresce on ${tabela}`,
      `create trigger ${tabela}_so_cresce before delete or truncate on ${tabela}
       for each statement execute function ${tabela}_so_cresce()`,
      `create trigger ${tabela}_sem_update before update on ${tabela}
       for each row when (not (${apagada} and ${iguais}))
       execute function ${tabela}_so_cresce()`,
    ];
  }
  return [
    `drop trigger ${tabela}_sem_update`,
    `create trigger ${tabela}_sem_update before update on ${tabela}
     when not (${apagada} and ${iguais})
     begin select raise(abort, '${tabela} only grows'); end`,
  ];
}

/** Makes an append-only table lose rows up to the one that `ate` names, a scalar query; no other. */
export function anchoredSql(
  db: Kysely<unknown>,
  tabela: string,
  { coluna, ate }: { coluna: string; ate: string },
): string[] {
  const fica = `old.${coluna} > coalesce((${ate}), 0)`;
  if (isPostgres(db)) {
    return [
      `drop trigger ${tabela}_so_cresce on ${tabela}`,
      `create trigger ${tabela}_so_cresce before truncate on ${tabela}
       for each statement execute function ${tabela}_so_cresce()`,
      `create function ${tabela}_sem_delete() returns trigger language plpgsql as
       $$ begin
         if ${fica} then raise exception '${tabela} only grows'; end if;
         return old;
       end $$`,
      `create trigger ${tabela}_sem_delete before delete on ${tabela}
       for each row execute function ${tabela}_sem_delete()`,
    ];
  }
  return [
    `drop trigger ${tabela}_sem_delete`,
    `create trigger ${tabela}_sem_delete before delete on ${tabela}
     when ${fica} begin select raise(abort, '${tabela} only grows'); end`,
  ];
}

interface RowTrigger {
  nome: string;
  /** 'insert on veiculos'. */
  quando: string;
  /** Only for such rows, `new` and `old`. */
  se?: string;
  /** Statements, each with its semicolon. */
  corpo: string;
}

/** Statements that the database runs after each changed row. */
export function rowTriggerSql(
  db: Kysely<unknown>,
  { nome, quando, se, corpo }: RowTrigger,
): string[] {
  if (!isPostgres(db)) {
    return [`create trigger ${nome} after ${quando}${se ? ` when ${se}` : ''} begin ${corpo} end`];
  }
  return [
    `create function ${nome}() returns trigger language plpgsql as
     $$ begin ${corpo} return null; end $$`,
    `create trigger ${nome} after ${quando} for each row ${se ? `when (${se}) ` : ''}
     execute function ${nome}()`,
  ];
}

/** Removes such a trigger, where there is one. */
export const dropRowTriggerSql = (db: Kysely<unknown>, nome: string, tabela: string): string[] =>
  isPostgres(db)
    ? [`drop trigger if exists ${nome} on ${tabela}`, `drop function if exists ${nome}()`]
    : [`drop trigger if exists ${nome}`];
