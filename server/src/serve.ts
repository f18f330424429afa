/** database → migrate → listen → close: shared by all ways to start the server. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Demonstracao, Dubles } from './appDeps.ts';
import { describeFileFault } from './cameras/file.ts';
import type { Config } from './config.ts';
import { inviteFirst } from './conta/cadastro/primeiraConta.ts';
import { siteRoot } from './installation.ts';
import { describeFuture } from './marcas.ts';
import { openPrepared } from './opening.ts';
import { type Banco, storageOf } from './platform/db/banco.ts';
import { isReadOnlyDisk } from './platform/db/sqlite/files.ts';
import { noticeOf } from './platform/http/health.ts';
import { ownAddress } from './platform/http/origin.ts';
import { lockDataDir } from './platform/process/lock.ts';
import { openOutput } from './platform/process/output.ts';
import { openProgress } from './platform/process/progress.ts';
import { explainStartFailure } from './platform/process/startup.ts';
import { endInOrder } from './platform/process/stop.ts';

/** For the reader of this terminal; on an exposed server it is in the log too. */
const SEM_CORREIO =
  'Sem SMTP_URL, nenhum e-mail é enviado: senhas são redefinidas pela administração.';

const TRAVAR_MS = 2_000;

interface ServeOptions {
  /** Before the server listens: may fill the register. */
  prepare?: (db: Banco) => Promise<void>;
  /** After it listens, with its address. */
  onOpen?: (endereco: string, app: FastifyInstance) => void;
  demonstracao?: Demonstracao;
  dubles?: Dubles;
}

/** Serves an installation until it is told to stop. */
export async function serve(config: Config, options: ServeOptions = {}): Promise<void> {
  const { prepare, onOpen, demonstracao, dubles } = options;
  let unlock = lockDataDir(config.dataDir);
  const semTrava = isReadOnlyDisk(config.dataDir);
  const output = openOutput(1);
  process.on('exit', () => output.flush());
  const db = await openPrepared(config, () => openProgress(output));
  await prepare?.(db);

  /** The work of a restart, between the end of this server and the next one. */
  let between: (() => Promise<void>) | undefined;
  const restart = (work: () => Promise<void>): void => {
    between = work;
    endToRestart();
  };
  const app = await buildApp({ config, db, siteRoot, demonstracao, dubles, output, restart });
  const endToRestart = endInOrder({
    app,
    log: app.log,
    async afterwards() {
      await db.destroy();
      await between?.().catch((err: unknown) => app.log.error({ err }, 'before the restart'));
      unlock();
    },
  });

  // A read-only disk gave no lock: it is taken after the disk accepts writes.
  const travar = setInterval(() => {
    if (semTrava && isReadOnlyDisk(config.dataDir)) return;
    clearInterval(travar);
    // When another server was faster, the error ends this one in order.
    if (semTrava) unlock = lockDataDir(config.dataDir);
  }, TRAVAR_MS);
  travar.unref();

  // The line below is for people; Fastify's own line would repeat it for programs.
  app.log.level = 'warn';
  await app.listen({ port: config.port, host: config.host });
  app.log.level = config.logLevel;
  const { port } = app.server.address() as AddressInfo;
  const endereco = ownAddress(config, port);
  const primeira = await inviteFirst(db, config, endereco);
  // Not through the log or its level: the link is for the reader of this terminal.
  output.write(`UNIPARK no ar: ${endereco}\n${primeira ? `${primeira}\n` : ''}`);
  const futuro = await describeFuture(db);
  if (futuro) {
    process.stdout.write(`${futuro}\n`);
    app.log.warn('rows later than now: the clock was ahead or is behind');
  }
  if (!config.correio && !demonstracao) {
    output.write(`${SEM_CORREIO}\n`);
    if (!config.local) app.log.warn('no SMTP_URL: this installation sends no mail');
  }
  const semCameras = describeFileFault(config.camerasFile, config.findSegredo);
  if (semCameras) {
    output.write(`Sem câmeras até o arquivo ser corrigido. ${semCameras}\n`);
  }
  await storageOf(db).check();
  const aviso = noticeOf(db);
  if (aviso) output.write(`Atenção: ${aviso}\n`);
  onOpen?.(endereco, app);
}

/** Starts a program; a failure is one Portuguese line and exit code 1. */
export async function start(program: () => Promise<void>): Promise<void> {
  // A closed terminal does not end the process.
  process.stderr.on('error', () => {});
  try {
    await program();
  } catch (error) {
    process.stderr.write(`UNIPARK não pôde iniciar. ${explainStartFailure(error)}\n`);
    process.exit(1);
  }
}
