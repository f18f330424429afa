/** One cluster for a whole run, with a database of the newest schema that all others are copied from. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { migrations } from '../src/migrations/all.ts';
import { openBanco } from '../src/platform/db/banco.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createCluster } from './cluster.ts';
import { databaseUrl, MODELO, runOnce } from './postgres.ts';

/** Databases of this run that a process of the tests did not get to drop. */
async function dropLeft(url: string, prefixo: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefixo],
    );
    for (const { datname } of rows) {
      await client.query(`drop database if exists ${datname} with (force)`);
    }
  } finally {
    await client.end();
  }
}

export default async function setup(): Promise<() => Promise<void>> {
  const externo = process.env.TEST_DATABASE_URL;
  const cluster = externo ? undefined : await createCluster({ duravel: false });
  const url = externo ?? cluster?.url ?? '';
  try {
    await runOnce(url, `drop database if exists ${MODELO} with (force)`);
    await runOnce(url, `create database ${MODELO} template template0 encoding 'UTF8'`);
    const db = openBanco(databaseUrl(url, MODELO));
    await migrate(db, migrations).finally(() => db.destroy());
  } catch (error) {
    cluster?.remove();
    throw error;
  }
  const prefixo = `t_${randomUUID().slice(0, 8)}_`;
  process.env.UNIPARK_TESTE_CLUSTER = url;
  process.env.UNIPARK_TESTE_PREFIXO = prefixo;
  return async () => {
    if (!cluster) await dropLeft(url, prefixo);
    await runOnce(url, `drop database if exists ${MODELO} with (force)`);
    cluster?.remove();
  };
}
