/** The real application on a fresh database, requested with `inject`, closed at the end. */
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { buildApp } from '../src/app.ts';
import type { Dubles } from '../src/appDeps.ts';
import { type Config, readConfig } from '../src/config.ts';
import { migrations } from '../src/migrations/all.ts';
import { type Banco, openBanco } from '../src/platform/db/banco.ts';
import { migrate } from '../src/platform/db/migrate.ts';
import { stopGracefully } from '../src/platform/process/stop.ts';
import { seed } from '../src/seed.ts';
import { createTestDatabase, MODELO, type TestDatabase } from './postgres.ts';
import { copyTemplate } from './template.ts';

export interface TestApp {
  app: FastifyInstance;
  db: Banco;
  dataDir: string;
  /** The environment of another program of this installation. */
  installation: Record<string, string>;
  /** Bearer of the first account, which `signUp` made. */
  token: string;
  request(options: InjectOptions & { as?: string | null }): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export const CONTA = {
  name: 'Márcia Carvalho',
  email: 'marcia@unilavras.edu.br',
  password: 'cancela-azul-42',
};

export interface TestOptions {
  env?: Record<string, string>;
  /** Fills cities and catalogue; absent: both are empty. */
  seeded?: boolean;
  /** false: no account, and `token` is ''. */
  account?: boolean;
  /** Fills the folder of the built site, before the application reads it. */
  site?: (dataDir: string) => void;
  dubles?: Dubles;
  /** An empty folder to use, for example on a separate disk. */
  dataDir?: string;
  /** false: PostgreSQL is waited for as long as the product does. */
  paciente?: boolean;
  /** Changes the configuration: a fault that a check must find. */
  alter?: (config: Config) => Config;
}

/** Every documented route that is not public, as a request. */
export function closedRoutes({ app }: TestApp): { method: 'GET'; url: string }[] {
  const { paths } = app.swagger() as {
    paths: Record<string, Record<string, { security?: unknown[] }>>;
  };
  return Object.entries(paths).flatMap(([caminho, verbos]) =>
    Object.entries(verbos)
      .filter(([, { security }]) => security?.length !== 0)
      .map(([verbo]) => ({
        method: verbo.toUpperCase() as 'GET',
        url: caminho.replace(/\{\w+\}/g, '1'),
      })),
  );
}

/** A test machine may be busy or full, so nothing is refused because of load or of its disk. */
const CALM: Dubles = {
  maxDelay: 0,
  poll: 150,
  housekeeping: false,
  // 1 GB of 2 GB is free.
  statfs: async () => ({ blocks: 2_048, bfree: 1_024, bavail: 1_024, bsize: 1024 ** 2 }),
};

/** A database of the newest schema; `seeded`: with cities and catalogue. */
async function openNewest(dataDir: string, seeded: boolean, postgres?: TestDatabase) {
  const pronto = !postgres && copyTemplate(seeded ? 'seeded' : 'empty', dataDir);
  const db = openBanco(postgres?.url ?? dataDir);
  if (pronto) return db;
  if (!postgres) await migrate(db, migrations);
  if (seeded) await seed(db);
  return db;
}

/** Builds the application; `request` sends the first account's token, or the token `as`. */
export async function buildTestApp({
  env = {},
  seeded = false,
  account = true,
  site,
  dubles,
  dataDir = mkdtempSync(join(tmpdir(), 'unipark-')),
  paciente = true,
  alter = (config) => config,
}: TestOptions = {}): Promise<TestApp> {
  const postgres = await createTestDatabase(MODELO, paciente);
  const lida = readConfig(
    { DATA_DIR: dataDir, LOG_LEVEL: 'silent', PORT: '0', ...env },
    '0.0.0-teste',
  );
  const config = alter({ ...lida, databaseUrl: postgres?.url ?? null });
  const db = await openNewest(dataDir, seeded, postgres);
  site?.(dataDir);
  const app = await buildApp({
    config,
    db,
    siteRoot: join(dataDir, 'site'),
    dubles: { ...CALM, ...dubles },
  });
  await app.ready();

  const teste: TestApp = {
    app,
    db,
    dataDir,
    installation: {
      DATA_DIR: dataDir,
      ...(postgres && {
        DATABASE_URL: postgres.url,
        SECRET_FILE: join(dataDir, 'identidade.segredo'),
        DATABASE_UNSAFE: '1',
      }),
    },
    token: '',
    request({ as = teste.token, headers, ...options }) {
      const autorizacao = as ? { authorization: `Bearer ${as}` } : {};
      const porta = (app.server.address() as AddressInfo | null)?.port;
      const host = porta ? { host: `127.0.0.1:${porta}` } : {};
      return app.inject({ ...options, headers: { ...host, ...autorizacao, ...headers } });
    },
    async close() {
      await stopGracefully(app);
      await db.destroy();
      await postgres?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  if (account) {
    const resposta = await app.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      payload: CONTA,
    });
    teste.token = (resposta.json() as { token: string }).token;
    if (!teste.token) throw new Error(`no account: ${resposta.body}`);
  }
  return teste;
}
