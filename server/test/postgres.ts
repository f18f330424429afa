/** Databases of the shared cluster, for the project that runs the server's tests on PostgreSQL. */
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';

export const MODELO = 'unipark_modelo';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** The address of another database of a cluster. */
export const databaseUrl = (cluster: string, banco: string): string => {
  const url = new URL(cluster);
  url.pathname = `/${banco}`;
  return url.href;
};

/** Runs one statement on a connection of its own. */
export async function runOnce(url: string, comando: string): Promise<void> {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(comando);
  } finally {
    await client.end();
  }
}

const conexoes: Record<'create' | 'drop', Promise<Client> | undefined> = {
  create: undefined,
  drop: undefined,
};

/**
 * This process's connection to the cluster for one use: one for each statement took 20 ms of
 * PostgreSQL. What creates a database does not stand behind what drops one.
 */
function connect(cluster: string, use: keyof typeof conexoes): Promise<Client> {
  const forget = (): void => {
    conexoes[use] = undefined;
  };
  const open = async (): Promise<Client> => {
    const { Client } = (await import('pg')).default;
    const client = new Client({ connectionString: cluster });
    // The cluster may end before the processes of the tests.
    client.on('error', forget);
    await client.connect();
    return client;
  };
  conexoes[use] ??= open().catch((error: unknown) => {
    forget();
    throw error;
  });
  return conexoes[use];
}

/** A machine that runs many tests at once may stop for longer than a request waits. */
const PACIENTE = '?connect_timeout=30';

/**
 * A new database of the newest schema; undefined when the tests run on the embedded one. Not
 * `paciente`: it is waited for as long as the product does.
 */
export async function createTestDatabase(
  modelo = MODELO,
  paciente = true,
): Promise<TestDatabase | undefined> {
  const cluster = process.env.UNIPARK_TESTE_CLUSTER;
  if (process.env.UNIPARK_TESTE_BANCO !== 'postgres' || !cluster) return undefined;
  const client = await connect(cluster, 'create');
  const nome = `${process.env.UNIPARK_TESTE_PREFIXO}${randomUUID().replaceAll('-', '')}`;
  await client.query(`create database ${nome} template ${modelo} strategy file_copy`);
  return {
    url: `${databaseUrl(cluster, nome)}${paciente ? PACIENTE : ''}`,
    async drop() {
      // PostgreSQL looks every 100 ms whether its connections are gone; a test need not wait.
      const outro = await connect(cluster, 'drop');
      outro.query(`drop database ${nome} with (force)`).catch(() => undefined);
    },
  };
}
