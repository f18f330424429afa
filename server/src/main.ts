/** config → database → migrate → listen → close; nothing else. */
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { buildApp } from './app.ts';
import { openInstallation } from './installation.ts';
import { migrations } from './migrations/all.ts';
import { openBanco } from './platform/db/banco.ts';
import { migrate } from './platform/db/migrate.ts';
import { lockDataDir } from './platform/lock.ts';
import { urlOf } from './platform/origin.ts';
import { explainStartFailure } from './platform/startup.ts';
import { stopGracefully, stopOnSignals } from './platform/stop.ts';
import { seed } from './seed.ts';

const siteRoot = fileURLToPath(new URL('../../web/dist', import.meta.url));

async function main(): Promise<void> {
  const config = openInstallation(process.env);
  const unlock = lockDataDir(config.dataDir);
  const db = openBanco(config.dataDir);
  await migrate(db, migrations);
  await seed(db);

  const app = await buildApp({ config, db, siteRoot });
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
  const endereco = config.publicUrl?.origin ?? urlOf(config.host, port);
  process.stdout.write(`UNIPARK no ar: ${endereco}\n`);
}

await main().catch((error: unknown) => {
  process.stderr.write(`UNIPARK não pôde iniciar. ${explainStartFailure(error)}\n`);
  process.exit(1);
});
