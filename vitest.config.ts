import { globSync, readFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * Five workers on two cores: half of a test is waiting, for a socket, a process, a film. With eight
 * the same tests took half as long again, a third more of it on the processor, and failed limits of
 * time. One needs up to a gigabyte; two are counted, because browsers and servers run beside it.
 */
const WORKERS = Math.ceil(Math.min(availableParallelism() * 2.5, totalmem() / 2e9));
/**
 * A test that passes only at its second try is named in the report of `npm test`. That try comes
 * later: the one of the same second meets the same full machine. The times end what hangs: a slow
 * machine with other tests needs ten times what an idle one does.
 */
const PATIENCE = {
  globalSetup: [join(import.meta.dirname, 'server/test/templateGlobal.ts')],
  ...{ testTimeout: 180_000, hookTimeout: 180_000, maxWorkers: WORKERS },
  retry: { count: 1, delay: 5_000 },
  expect: { poll: { timeout: 60_000 } },
};
/**
 * Node.js loads these files as it does in the product: no second compiler, no copy of each module
 * from the process that distributes the tests. No module can be exchanged with `vi.mock`.
 */
const BY_NODE = { experimental: { viteModuleRunner: false, nodeLoader: false } };
/** Before the first test of a worker. */
const setupOf = (...arquivos: string[]) => ({
  setupFiles: arquivos.map((arquivo) => join(import.meta.dirname, arquivo)),
});
/** Files of a worker share their imports: the application is loaded once for each worker. */
const SHARED = { ...PATIENCE, isolate: false };
/** Rows that promise a time of the machine's own: another test beside them would be measured too. */
const ALONE = ['r13', 'r15', 's7'].map((row) => `bar/rows/${row}.test.ts`);
/** Parts of a test that open a database. */
const COM_BANCO = /test\/(app|banco|cartas|catalogo|firebase|importacao)\.ts'/;
/** Not on PostgreSQL, each for its reason. */
const SO_SQLITE = [
  // The embedded database's file, its disk and its one writer.
  'server/src/platform/db/sqlite/sqlite.test.ts',
  'server/src/platform/db/compiled.test.ts',
  'server/src/passagens/stream/memoria.test.ts',
  'server/src/copias/**',
  // A second process that opens the embedded database's folder.
  'server/src/fipe/importacao/retomada.test.ts',
  // Video: no row is read but the account's.
  'server/src/cameras/**',
  // A promise of time of the embedded database, or of none.
  'server/src/conta/identidade.test.ts',
  'server/src/platform/http/http.test.ts',
  'server/src/leituras/hostil.test.ts',
  // Programs in front of the server.
  'server/src/platform/http/proxy.test.ts',
  // What is read, refused or answered before any row: files, keys of a provider, sockets, load.
  'server/src/fipe/importacao/{formas,hostil,lugares}.test.ts',
  'server/src/conta/{firebase/chaves,firebase/recuperacao,oidc/provedor}.test.ts',
  'server/src/importacoes/arquivos.test.ts',
  'server/src/conta/perfil/foto.test.ts',
  'server/src/passagens/stream/streamStalled.test.ts',
  'server/src/platform/limits/pressure.test.ts',
  // Words and codes of the operator's tool; one of its tests runs on both databases (fipe/comandos).
  'server/src/{unipark,conta/usuarios/comandos,importacoes/comandos}.test.ts',
];
const SO_POSTGRES = [
  'server/src/platform/db/postgres/server.test.ts',
  'server/src/transferencia.test.ts',
  'server/src/importacoes/sincronizacao/visao.test.ts',
];
const NOS_DOIS = globSync('server/src/**/*.test.ts', { cwd: import.meta.dirname }).filter((nome) =>
  COM_BANCO.test(readFileSync(join(import.meta.dirname, nome), 'utf8')),
);
/** A passing test of the page writes nothing to the console. */
const SILENT = 'web/test/setup.ts';
const CHEAP_PASSWORDS = 'server/test/argon2.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...SHARED,
          ...BY_NODE,
          name: 'contract',
          include: ['contract/src/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          ...SHARED,
          ...setupOf(CHEAP_PASSWORDS),
          ...BY_NODE,
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          exclude: SO_POSTGRES,
          environment: 'node',
        },
      },
      // The same files on PostgreSQL, where they use a database.
      {
        test: {
          ...SHARED,
          ...setupOf(CHEAP_PASSWORDS),
          ...BY_NODE,
          name: 'server (PostgreSQL)',
          include: NOS_DOIS,
          exclude: SO_SQLITE,
          environment: 'node',
          env: { UNIPARK_TESTE_BANCO: 'postgres' },
          globalSetup: [...PATIENCE.globalSetup, 'server/test/postgresGlobal.ts'],
        },
      },
      {
        test: {
          ...PATIENCE,
          ...BY_NODE,
          name: 'gates',
          include: ['test/**/*.test.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          ...SHARED,
          ...BY_NODE,
          name: 'bar',
          include: ['bar/rows/*.test.ts'],
          exclude: ALONE,
          environment: 'node',
        },
      },
      // After every other test, one at a time.
      {
        test: {
          ...PATIENCE,
          ...BY_NODE,
          name: 'bar alone',
          include: ALONE,
          environment: 'node',
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: './web/vite.config.ts',
        root: './web',
        test: {
          ...SHARED,
          // The server of a page runs in this process.
          ...setupOf(SILENT, CHEAP_PASSWORDS),
          name: 'web',
          include: ['src/**/*.test.tsx'],
          environment: 'happy-dom',
        },
      },
      // Tests of modules with state for one page: each file starts with fresh modules.
      {
        extends: './web/vite.config.ts',
        root: './web',
        test: {
          ...PATIENCE,
          ...setupOf(SILENT),
          name: 'web modules',
          // A context for each file, but the environment's own modules once: a third of the time.
          pool: 'vmThreads',
          include: ['src/**/*.test.ts'],
          environment: 'happy-dom',
        },
      },
    ],
  },
});
