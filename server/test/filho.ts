/** The server as `processo.ts` starts it, with routes for tests. FALHA injects a fault. */
import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Dubles } from '../src/appDeps.ts';
import { openInstallation } from '../src/installation.ts';
import { correctClock } from '../src/platform/clock.ts';
import type { Identidade } from '../src/platform/http/guard.ts';
import { serve, start } from '../src/serve.ts';

const EVENTOS = '/db/ultimosveiculos/eventos';
const LENTO_MS = 2_000;
/** More than a pipe can hold. */
const LINHAS = 500;

const fluxos = new Set<ServerResponse>();
let identidade: Identidade | undefined;

/** Slow work, and errors outside any request. */
function addRoutes(app: FastifyInstance): void {
  const opcoes = { config: { publica: true } };
  app.get('/teste/lento', opcoes, async () => {
    await sleep(LENTO_MS);
    return { ok: true };
  });
  app.get('/teste/log', opcoes, async () => {
    for (let i = 0; i < LINHAS; i += 1) app.log.warn({ i }, 'x'.repeat(1_000));
    return { linhas: LINHAS };
  });
  app.get('/teste/excecao', opcoes, async () => {
    for (let i = 0; i < 3; i += 1) {
      setTimeout(() => {
        throw new Error('planted exception');
      }, 20 * i);
    }
    return { ok: true };
  });
  app.get('/teste/rejeicao', opcoes, async () => {
    void Promise.reject(new Error('planted rejection'));
    return { ok: true };
  });
  app.addHook('onRequest', async ({ url }, { raw }) => {
    if (url !== EVENTOS) return;
    fluxos.add(raw);
    raw.on('close', () => fluxos.delete(raw));
  });
}

const FALHAS: Record<string, (app: FastifyInstance) => void> = {
  /** A stream that stays in its set after its end, without a listener for errors. */
  fluxo(app) {
    const clientes = new Set<ServerResponse>();
    app.addHook('preHandler', async ({ url, conta }, reply) => {
      if (url !== EVENTOS || !conta) return;
      reply.hijack();
      clientes.add(reply.raw);
      reply.raw.writeHead(200).write('x'.repeat(16_000_000));
      identidade?.onSessaoEnd((sid) => {
        if (sid === conta.sid) reply.raw.end();
      });
    });
    setInterval(() => {
      for (const cliente of clientes) cliente.write(': \n\n');
    }, 50).unref();
  },
  /** It waits for ever, and answers nothing. */
  espera(app) {
    app.addHook('onReady', async () => {
      Object.assign(app.server, { requestTimeout: 0, headersTimeout: 0, timeout: 0 });
      app.server.removeAllListeners('request').on('request', () => undefined);
      app.server.removeAllListeners('clientError').on('clientError', () => undefined);
    });
  },
  /** Something of each request is kept for ever. */
  guarda(app) {
    const guardados: Buffer[][] = [];
    app.addHook('onRequest', async () => {
      guardados.push(Array.from({ length: 100 }, () => Buffer.allocUnsafeSlow(1)));
    });
  },
  /** A stream that writes without a limit to a client that does not read. */
  acumula(app) {
    app.addHook('preHandler', async ({ url }, reply) => {
      if (url !== EVENTOS) return;
      reply.hijack();
      reply.raw.on('error', () => undefined);
      reply.raw.writeHead(200);
      setInterval(() => reply.raw.write('x'.repeat(200_000)), 20).unref();
    });
  },
  /** A refusal of the database is answered as a success. */
  gravacao(app) {
    app.addHook('onSend', async (_request, reply, payload) => {
      if (reply.statusCode === 503) reply.code(201);
      return payload;
    });
  },
  /** The clock of the machine instead of the one that all nodes share. */
  relogio() {
    setInterval(() => correctClock(0), 1).unref();
  },
  /** The event loop stands still for 300 ms of each second. */
  pausa() {
    setInterval(() => {
      for (const fim = performance.now() + 300; performance.now() < fim; );
    }, 1_000).unref();
  },
  /** What a server without handlers of its own shows: its stack to the caller, bodies in its log. */
  segredos(app) {
    app.addHook('preHandler', async ({ body, headers, log }) =>
      log.warn({ body, headers }, 'body'),
    );
    app.addHook('onSend', async (_request, { statusCode }, payload) =>
      statusCode >= 400 ? JSON.stringify({ message: new Error('planted').stack }) : payload,
    );
  },
  /** The library's own log writing: it repeats for ever. */
  log(app) {
    const { log } = Fastify({ logger: { level: 'fatal' } });
    app.addHook('onResponse', async () => log.fatal('planted'));
  },
};

const dubles: Dubles = {
  wrapIdentidade(real) {
    identidade = real;
    return real;
  },
  beforeRoutes(app) {
    addRoutes(app);
    FALHAS[process.env.FALHA ?? '']?.(app);
  },
};

/** The fault of a stop: only the framework's own closing. */
function stopPlainly(app: FastifyInstance): void {
  process.removeAllListeners('SIGTERM');
  process.on('SIGTERM', () => void app.close().then(() => process.exit(0)));
}

const tell = (error: unknown) => process.send?.({ escapou: String(error) });
process.on('uncaughtExceptionMonitor', tell);
process.on('unhandledRejection', tell);

/** What stays after the collection of garbage. */
function listRecursos() {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return {
    heap: heapUsed + external,
    arquivos: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
    relogios: process.getActiveResourcesInfo().filter((nome) => nome === 'Timeout').length,
  };
}

process.on('message', (pergunta) => {
  if (pergunta === 'recursos') process.send?.({ recursos: listRecursos() });
  else process.send?.({ pendentes: [...fluxos].map((fluxo) => fluxo.writableLength) });
});
// The channel to the test must not keep the process alive.
process.channel?.unref();

await start(() =>
  serve(openInstallation(process.env), {
    dubles,
    onOpen(endereco, app) {
      if (process.env.FALHA === 'parada') stopPlainly(app);
      process.send?.({ endereco });
    },
  }),
);
