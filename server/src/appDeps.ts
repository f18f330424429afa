/** What the application is built from, and what a test may replace in it. */
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import type { IdentidadeLocal } from './conta/identidade.ts';
import type { CatalogoPace } from './fipe/catalogo.ts';
import type { Cadeia } from './fipe/provedores/provedor.ts';
import type { Clock } from './platform/clock.ts';
import type { Banco } from './platform/db/banco.ts';
import type { DiskReader } from './platform/disk.ts';
import type { Correio } from './platform/mail/correio.ts';
import type { Output } from './platform/process/output.ts';

/** Made again at each start: any user of this machine may sign in with it. */
export interface Demonstracao {
  email: string;
  senha: string;
}

/** Replacements for parts of the application: a test injects a fault that a check must find. */
export interface Dubles {
  wrapIdentidade?: (real: IdentidadeLocal) => IdentidadeLocal;
  wrapCorreio?: (real: Correio) => Correio;
  wrapCadeia?: (real: Cadeia) => Cadeia;
  catalogo?: CatalogoPace;
  /** Milliseconds of event-loop delay above which new work is refused; 0: never. */
  maxDelay?: number;
  /** The clocks by which readings and alarms are judged. */
  clock?: Clock;
  /** Milliseconds between two looks for long work of another process. */
  poll?: number | undefined;
  /** false: no housekeeping, a third of the time in which the application of a test is built. */
  housekeeping?: boolean;
  /** How full the disks are. */
  statfs?: DiskReader | undefined;
  /** Milliseconds without a change after which a file of a synchronisation is whole. */
  quietoMs?: number | undefined;
  /** Hosts of push services besides the known ones, and the waits before a call is repeated (ms). */
  servicosAviso?: string[];
  esperasAviso?: number[];
  /** Runs before any route exists, to add hooks. */
  beforeRoutes?: (app: FastifyInstance, db: Banco) => void;
}

export interface AppDeps {
  config: Config;
  db: Banco;
  /** Folder of the built web application. */
  siteRoot: string;
  demonstracao?: Demonstracao;
  dubles?: Dubles | undefined;
  output?: Output | undefined;
  /** Stops the server, runs the work while nothing uses the database, and starts it again. */
  restart?: ((work: () => Promise<void>) => void) | undefined;
}
