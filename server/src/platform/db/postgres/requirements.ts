import { StartError } from '../../../config/leitor.ts';
import type { PostgresServer } from './server.ts';

const VERSAO_MINIMA = 150_000;

/**
 * Refuses a server that would lose what it confirmed, and one that is too old.
 * @throws {StartError}
 */
export async function checkServer(server: PostgresServer, inseguro: boolean): Promise<void> {
  const client = await server.acquire();
  const { rows } = await server
    .run(
      client,
      `select name, setting from pg_settings
       where name in ('fsync', 'synchronous_commit', 'server_version_num', 'server_encoding')`,
      [],
    )
    .finally(() => client.release());
  const dele = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  if (Number(dele.server_version_num) < VERSAO_MINIMA) {
    throw new StartError('DATABASE_URL: é preciso PostgreSQL 15 ou mais novo.');
  }
  if (dele.server_encoding !== 'UTF8') {
    throw new StartError(
      `DATABASE_URL: o banco usa ${dele.server_encoding}. Crie-o com: createdb -E UTF8 -T template0 unipark`,
    );
  }
  const frouxo = ['fsync', 'synchronous_commit'].find((nome) => dele[nome] === 'off');
  if (frouxo && !inseguro) {
    throw new StartError(
      `DATABASE_URL: o PostgreSQL está com ${frouxo}=off e pode perder o que confirmou. ` +
        `Ponha ${frouxo}=on; DATABASE_UNSAFE=1 aceita assim mesmo, para dados descartáveis.`,
    );
  }
}
