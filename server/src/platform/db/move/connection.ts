/** The only connection of a copy to PostgreSQL: no limit of time, every value as its text. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { LIDERANCA, SERVIDOR } from '../postgres/nodes.ts';
import { asUnreachable, type PostgresServer } from '../postgres/server.ts';

/** The connection of a killed copy ends after its last statement. */
const ESPERA_MS = 5_000;
const NOVA_TENTATIVA_MS = 200;

/** Takes the place of the leading server, and sees whether another one runs. */
const SOZINHA = `select pg_try_advisory_lock(${LIDERANCA}) and not exists (
  select from pg_stat_activity
  where datname = current_database() and application_name = '${SERVIDOR}')`;

/** Numbers are compared exactly, so no value is converted. */
const SEM_CONVERSAO = { getTypeParser: () => (texto: string) => texto };

type TextRow = (string | null)[];

export type MoveConnection = Awaited<ReturnType<typeof openConnection>>;

/** @throws {DatabaseUnreachable} when PostgreSQL does not answer */
export async function openConnection(server: PostgresServer) {
  const reject = (error: unknown): never => {
    throw asUnreachable(error);
  };
  const client: Client = await server.connect().catch(reject);

  /** The rows of a statement. */
  const run = async (text: string, values: unknown[] = []): Promise<TextRow[]> => {
    const pedido = { text, values, rowMode: 'array' as const, types: SEM_CONVERSAO };
    const { rows } = await client.query<TextRow>(pedido).catch(reject);
    return rows;
  };

  await run('set statement_timeout = 0');
  return {
    run,

    /** The only value of a statement. */
    async readValue(text: string, values: unknown[] = []): Promise<string | undefined> {
      const [linha] = await run(text, values);
      return linha?.[0] ?? undefined;
    },

    /** All of `work`, or nothing. */
    async inOne(work: () => Promise<void>): Promise<void> {
      await run('begin');
      try {
        await work();
        await run('commit');
      } catch (error) {
        await run('rollback').catch(() => undefined);
        throw error;
      }
    },

    /** Takes the place of the leading server until the end; false while any server runs. */
    async lead(): Promise<boolean> {
      for (const prazo = performance.now() + ESPERA_MS; ; ) {
        const [linha] = await run(SOZINHA);
        if (linha?.[0] === 't') return true;
        if (performance.now() > prazo) return false;
        await sleep(NOVA_TENTATIVA_MS);
      }
    },

    close: (): Promise<void> => client.end(),
  };
}
