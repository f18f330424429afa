/** A process that works on the acts on many vehicles of an installation until it is killed. */
import { openInstallation } from '../src/installation.ts';
import { openBanco } from '../src/platform/db/banco.ts';
import { createJobs } from '../src/platform/jobs/jobs.ts';
import { loteKinds } from '../src/veiculos/lote/fila.ts';

const config = openInstallation(process.env);
const db = openBanco(config.databaseUrl ?? config.dataDir);
const log = { error: () => undefined };
createJobs({ db, kinds: loteKinds({ db, log, onChange: async () => undefined }), log }).start();
// Until it is killed.
setInterval(() => undefined, 60_000);
