/** The PostgreSQL database of a release: its own server makes the tables, and gets the rows of its SQLite one. */
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { listTabelas } from '../instalacao.ts';
import { databaseUrl, runOnce } from '../postgres.ts';

/** Copies the rows of a SQLite file into a database with the same tables. */
async function copyRows(arquivo: string, url: string): Promise<void> {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: url });
  const sqlite = new Database(arquivo, { readonly: true });
  await client.connect();
  try {
    // Neither triggers nor references: the rows are copied as they are.
    await client.query('set session_replication_role = replica');
    for (const tabela of listTabelas(sqlite)) {
      await client.query(`delete from "${tabela}"`);
      const linhas = sqlite.prepare(`select * from "${tabela}" order by rowid`).all() as Record<
        string,
        unknown
      >[];
      for (const linha of linhas) {
        const nomes = Object.keys(linha);
        await client.query(
          `insert into "${tabela}" (${nomes.map((nome) => `"${nome}"`).join(', ')})
           values (${nomes.map((_, i) => `$${i + 1}`).join(', ')})`,
          Object.values(linha),
        );
      }
      await client
        .query(
          `select setval(s, (select max(id) from "${tabela}")::bigint)
         from (select pg_get_serial_sequence('"${tabela}"', a.attname) as s from pg_attribute a
           where a.attrelid = '"${tabela}"'::regclass and a.attidentity <> '') as proprias`,
        )
        .catch((error: unknown) => {
          if (!/column "id" does not exist/.test(String(error))) throw error;
        });
    }
  } finally {
    sqlite.close();
    await client.end();
  }
}

/**
 * The SQL of the release's database, made in the server of TEST_DATABASE_URL with Debian's pg_dump.
 * `serve` starts the release on an address and stops it.
 */
export async function dumpVersao(
  cluster: string,
  arquivo: string,
  serve: (url: string) => Promise<void>,
): Promise<string> {
  const nome = 'unipark_versao';
  const url = databaseUrl(cluster, nome);
  const [programas] = globSync('/usr/lib/postgresql/*/bin').sort().reverse();
  if (!programas) throw new Error('pg_dump is missing: apt-get install -y postgresql');
  await runOnce(cluster, `drop database if exists ${nome} with (force)`);
  await runOnce(cluster, `create database ${nome} template template0 encoding 'UTF8'`);
  try {
    await serve(url);
    await copyRows(arquivo, url);
    const opcoes = ['--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges'];
    const texto = execFileSync(join(programas, 'pg_dump'), [...opcoes, url], {
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    // Lines for psql alone, and comments.
    return texto.replace(/^(\\|--).*\n/gm, '').replace(/\n{2,}/g, '\n');
  } finally {
    await runOnce(cluster, `drop database if exists ${nome} with (force)`);
  }
}
