/** One cluster for a whole run, with a database of the newest schema that all others are copied from. */
import { migrations } from '../src/migrations/all.ts';
import { openBanco } from '../src/platform/db/banco.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { createCluster } from './cluster.ts';
import { databaseUrl, MODELO, runOnce } from './postgres.ts';

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
  process.env.UNIPARK_TESTE_CLUSTER = url;
  return async () => {
    await runOnce(url, `drop database if exists ${MODELO} with (force)`);
    cluster?.remove();
  };
}
