import { statfs } from 'node:fs/promises';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import { type Banco, ping } from './db/banco.ts';

const VALIDADE_MS = 1_000;
/** Below this the next write may fail. */
const DISCO_MINIMO = 50 * 1024 * 1024;

const Saude = z.object({ ok: z.boolean(), agora: z.string() });
const Prontidao = z.object({
  ok: z.boolean(),
  banco: z.boolean(),
  migracoes: z.boolean(),
  disco: z.boolean(),
  /** Services outside that the server goes on without, by name. */
  externos: z.optional(z.record(z.string(), z.string())),
});
type Prontidao = z.infer<typeof Prontidao>;

interface Deps {
  db: Banco;
  dataDir: string;
  encerrando: () => boolean;
  externos?: (() => Record<string, string>) | undefined;
}

async function check({ db, dataDir, encerrando, externos }: Deps): Promise<Prontidao> {
  const banco = await ping(db).then(
    () => true,
    () => false,
  );
  const disco = await statfs(dataDir).then(
    ({ bavail, bsize }) => bavail * bsize > DISCO_MINIMO,
    () => true,
  );
  // The server listens only after every migration ran.
  const nosso = { ok: banco && disco && !encerrando(), banco, migracoes: true, disco };
  return externos ? { ...nosso, externos: externos() } : nosso;
}

/** /healthz touches nothing; /readyz looks at database and disk, at most once a second. */
export const healthRoutes =
  (deps: Deps): FastifyPluginAsyncZod =>
  async (app) => {
    let visto = 0;
    let ultimo: Promise<Prontidao> | undefined;

    app.get(
      '/healthz',
      { config: { publica: true }, schema: { tags: ['Saúde'], response: { 200: Saude } } },
      async () => ({ ok: true, agora: new Date().toISOString() }),
    );

    app.get(
      '/readyz',
      {
        config: { publica: true },
        schema: { tags: ['Saúde'], response: { 200: Prontidao, 503: Prontidao } },
      },
      async (_request, reply) => {
        if (!ultimo || Date.now() - visto > VALIDADE_MS || deps.encerrando()) {
          visto = Date.now();
          ultimo = check(deps);
        }
        const estado = await ultimo;
        return reply.code(estado.ok ? 200 : 503).send(estado);
      },
    );
  };
