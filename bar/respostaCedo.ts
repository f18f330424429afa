/** A server with a planted fault: it answers 201 for a vehicle before the vehicle is on disk. */
import { buildApp } from '../server/src/app.ts';
import { openInstallation } from '../server/src/installation.ts';
import { migrations } from '../server/src/migrations/all.ts';
import { openBanco } from '../server/src/platform/db/banco.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { seed } from '../server/src/seed.ts';

const ANTES_MS = 400;

const config = openInstallation(process.env);
const db = openBanco(config.dataDir);
await migrate(db, migrations);
await seed(db);
const app = await buildApp({
  config,
  db,
  siteRoot: `${config.dataDir}/site`,
  dubles: {
    beforeRoutes: (early) => {
      early.addHook('preHandler', async (request, reply) => {
        const isLate = request.headers['x-late'] === '1';
        if (request.method !== 'POST' || request.url !== '/db/veiculos' || isLate) return;
        const { headers, body } = request;
        setTimeout(() => {
          early
            .inject({
              method: 'POST',
              url: '/db/veiculos',
              headers: { ...headers, 'x-late': '1' },
              payload: body as object,
            })
            .catch(() => undefined);
        }, ANTES_MS);
        return reply.code(201).send(body);
      });
    },
  },
});
process.stdout.write(
  `UNIPARK no ar: ${await app.listen({ port: config.port, host: config.host })}\n`,
);
