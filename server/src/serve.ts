/** database → migrate → listen → close: what every way of starting the server has in common. */
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { buildApp, type Demonstracao } from './app.ts';
import type { Config } from './config.ts';
import { inviteFirst } from './conta/cadastro/primeiraConta.ts';
import { migrations } from './migrations/all.ts';
import { type Banco, openBanco } from './platform/db/banco.ts';
import { migrate } from './platform/db/migrate.ts';
import { lockDataDir } from './platform/lock.ts';
import { ownAddress } from './platform/origin.ts';
import { explainStartFailure } from './platform/startup.ts';
import { stopGracefully, stopOnSignals } from './platform/stop.ts';
import { seed } from './seed.ts';

const siteRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** For who reads this terminal; where others reach the server it stands in the log too. */
const SEM_CORREIO =
  'Sem SMTP_URL, nenhum e-mail é enviado: senhas são redefinidas pela administração.';

interface ServeOptions {
  /** Before the server listens: the register may be filled. */
  prepare?: (db: Banco) => Promise<void>;
  /** Once it listens, with its address. */
  onOpen?: (endereco: string, app: FastifyInstance) => void;
  demonstracao?: Demonstracao;
}

/** Serves an installation until it is told to stop. */
export async function serve(config: Config, options: ServeOptions = {}): Promise<void> {
  const { prepare, onOpen, demonstracao } = options;
  const unlock = lockDataDir(config.dataDir);
  const db = openBanco(config.dataDir);
  await migrate(db, migrations);
  await seed(db);
  await prepare?.(db);

  const app = await buildApp({ config, db, siteRoot, demonstracao });
  const stop = async (): Promise<void> => {
    await stopGracefully(app);
    await db.destroy();
    unlock();
  };
  stopOnSignals(stop);
  for (const falha of ['unhandledRejection', 'uncaughtException']) {
    process.on(falha, (error: unknown) => {
      app.log.fatal({ err: error }, falha);
      stop().finally(() => process.exit(1));
    });
  }

  // The line below says it to people; Fastify's own would say it once more, to programs.
  app.log.level = 'warn';
  await app.listen({ port: config.port, host: config.host });
  app.log.level = config.logLevel;
  const { port } = app.server.address() as AddressInfo;
  const endereco = ownAddress(config, port);
  const primeira = await inviteFirst(db, config, endereco);
  // Past the log and its level: the link is for whoever reads this terminal.
  process.stdout.write(`UNIPARK no ar: ${endereco}\n${primeira ? `${primeira}\n` : ''}`);
  if (!config.correio && !demonstracao) {
    process.stdout.write(`${SEM_CORREIO}\n`);
    if (!config.local) app.log.warn('no SMTP_URL: this installation sends no mail');
  }
  onOpen?.(endereco, app);
}

/** Starts a program; a failure is one Portuguese line and exit code 1. */
export async function start(program: () => Promise<void>): Promise<void> {
  await program().catch((error: unknown) => {
    process.stderr.write(`UNIPARK não pôde iniciar. ${explainStartFailure(error)}\n`);
    process.exit(1);
  });
}
