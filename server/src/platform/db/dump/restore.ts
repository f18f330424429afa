/** Puts an archive of `pg_dump` in the place of the tables of a PostgreSQL, in one transaction. */
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import type { DatabaseFacts } from '../backup/examine.ts';
import { quoteName } from '../move/source.ts';
import { listTables, withConnection } from './moment.ts';
import { type ProgramAddress, startProgram, toProgramAddress } from './programs.ts';

const quoteText = (texto: string): string => `'${texto.replaceAll("'", "''")}'`;

/** Moves tables, views, sequences and functions of one schema to another; those of extensions stay. */
const moveAll = (de: string, para: string): string => `
do $do$ declare cada text; begin
  for cada in
    select format('alter %s %s set schema %I',
      case relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
      oid::regclass, ${quoteText(para)})
    from pg_class c where relnamespace = ${quoteText(quoteName(de))}::regnamespace
      and relkind in ('r', 'p', 'v', 'm', 'S') and not exists
      (select from pg_depend d where d.objid = c.oid and d.deptype in ('e', 'a', 'i'))
    union all
    select format('alter function %s set schema %I', oid::regprocedure, ${quoteText(para)})
    from pg_proc p where pronamespace = ${quoteText(quoteName(de))}::regnamespace and not exists
      (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop execute cada; end loop;
end $do$;`;

/** Fails unless the tables hold what the backup's manifest says. */
const compare = (esquema: string, { linhas, auditoria }: RestoredFacts): string => {
  const de = (tabela: string): string => `${quoteName(esquema)}.${quoteName(tabela)}`;
  const contagens = Object.entries(linhas).map(
    ([tabela, quantas]) => `
  if (select count(*) from ${de(tabela)}) <> ${quantas} then raise exception '%', ${quoteText(tabela)}; end if;`,
  );
  const cabeca = auditoria === null ? 'null' : quoteText(auditoria);
  return `
do $do$ begin ${contagens.join('')}
  if (select hash from ${de('auditoria_cabeca')} where id = 1) is distinct from ${cabeca}
  then raise exception 'auditoria_cabeca'; end if;
end $do$;`;
};

type RestoredFacts = Pick<DatabaseFacts, 'linhas' | 'auditoria'>;

export interface RestoreDumpDeps {
  endereco: string;
  arquivo: string;
  /** The counts and the head that the restored tables must have before the commit. */
  fatos: RestoredFacts;
  /** The schema that receives the tables of before. */
  antes: string;
  /** What the restored tables note of it. */
  ajuste: { nome: string; valor: string };
}

/** Runs a script whose middle part is that of an archive. */
async function runScript(
  { uri, env }: ProgramAddress,
  { antes, arquivo, depois }: { antes: string; arquivo: string[]; depois: string },
): Promise<void> {
  const args = ['--no-psqlrc', '--quiet', '--output=/dev/null', '--set=ON_ERROR_STOP=1'];
  const psql = startProgram('psql', [...args, `--dbname=${uri}`], env);
  const restauro = startProgram('pg_restore', arquivo);
  try {
    psql.child.stdin.write(antes);
    await pipeline(restauro.child.stdout, psql.child.stdin, { end: false });
    await restauro.ended;
    // Without these words nothing is committed: a script that was cut off changes nothing.
    psql.child.stdin.end(depois);
    await psql.ended;
  } catch (error) {
    const { exitCode, signalCode } = psql.child;
    const fim = (exitCode ?? signalCode) === null ? once(psql.child, 'close') : undefined;
    psql.child.stdin.destroy();
    restauro.child.kill();
    await fim;
    // What the database refused says more than the pipe that broke with it.
    await psql.ended;
    throw error;
  }
}

/**
 * Puts the archive in place of the present tables, which move to the schema `antes`; answers whether
 * there were any. Interrupted, the database is as before.
 * @throws {ProgramFailed} with the database's words, and then nothing is changed
 */
export const restoreDump = ({
  endereco,
  arquivo,
  fatos,
  antes,
  ajuste,
}: RestoreDumpDeps): Promise<boolean> =>
  withConnection(endereco, async ({ readValue }) => {
    const esquema = (await readValue('select current_schema()')) ?? 'public';
    const ocupado = (await readValue(`${listTables('not exists')} limit 1`)) !== undefined;
    const mudar = ocupado ? `create schema ${quoteName(antes)};${moveAll(esquema, antes)}` : '';
    await runScript(toProgramAddress(endereco), {
      antes: `set idle_in_transaction_session_timeout = 0; begin; set local lock_timeout = '30s';
create extension if not exists pg_trgm;${mudar}
`,
      arquivo: [...['--file=-', '--no-owner', '--no-privileges', `--schema=${esquema}`, arquivo]],
      depois: `${compare(esquema, fatos)}
insert into ${quoteName(esquema)}.ajustes (nome, valor)
values (${quoteText(ajuste.nome)}, ${quoteText(ajuste.valor)})
on conflict (nome) do update set valor = excluded.valor;
commit;
`,
    });
    return ocupado;
  });
