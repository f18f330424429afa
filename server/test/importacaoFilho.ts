/** A process that works on the queue of imports of an installation until it is killed. */
import { openImportacoes } from '../src/importacoes/importacoes.ts';
import { openInstallation } from '../src/installation.ts';
import { inTransaction, openBanco } from '../src/platform/db/banco.ts';
import { createJobs } from '../src/platform/jobs/jobs.ts';

const config = openInstallation(process.env);
const db = openBanco(config.databaseUrl ?? config.dataDir);
const log = { error: () => undefined };
const { kinds } = openImportacoes({ db, log, onChange: async () => undefined });
const jobs = createJobs({ db, kinds, log });
const autor = { id: 'ana', endereco: null, pedido: null };
const tipo = 'importacao-gravacao';
await inTransaction(db, (trx) => jobs.put(trx, { tipo, parametros: null, autor })).catch(
  () => undefined,
);
jobs.start();
// Until it is killed.
setInterval(() => undefined, 60_000);
