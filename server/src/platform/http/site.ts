/** The web application: built assets, and the page for every address that is not the API's. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendNotFound } from '../errors.ts';
import { publicScope } from './guard.ts';
import { CSP_SERVICE_WORKER, PAGINA, pageCsp } from './headers.ts';

/** Whole path segments that belong to the API: never the page. */
const DA_API = /^\/(db|fipe|api|healthz|readyz|metrics|assets)(\/|$)/;
const PONTO = /\/\.|%2e/i;
/** Files beside the built ones that are not for visitors. */
const SOBRA = /\.(map|gz|br)$/i;

/** The page of a record: its key may have a dot or an escaped slash, and names no file. */
const DE_REGISTRO = /^\/(proprietarios|veiculos)\/consultar\/[^/\\]+$/;

const SERVICE_WORKER = 'sw.js';

const UM_ANO_MS = 31_536_000_000;
const CINCO_MINUTOS_MS = 300_000;

function isPage(request: FastifyRequest): boolean {
  const caminho = request.url.split('?')[0] ?? '';
  const metodo = request.method === 'GET' || request.method === 'HEAD';
  const semArquivo =
    !DA_API.test(caminho) &&
    !PONTO.test(caminho) &&
    !SOBRA.test(caminho) &&
    !/[\\]|%5c|%2f|\/\//i.test(caminho);
  return metodo && (semArquivo || DE_REGISTRO.test(caminho));
}

interface SiteOptions {
  /** Read for each page, because they change while the server runs. */
  frameOrigins: () => string[];
  /** An outside identity provider: its name for the page, and hosts that the page calls. */
  provedor?: { nome: string; origens: string[] } | undefined;
  /** The page of a demonstration shows hints from its first moment. */
  isDemo?: boolean;
  /** 'hh:mm' at which the count of the cars inside begins anew; the page says it, if not at midnight. */
  dentroHora: string;
}

/** Writes what the page is to know before its first request. */
function markPage(pagina: string, { provedor, isDemo, dentroHora }: SiteOptions): string {
  const marcas = [
    ...(provedor ? [`data-identidade="${provedor.nome}"`] : []),
    ...(isDemo ? ['data-demonstracao'] : []),
    ...(dentroHora === '00:00' ? [] : [`data-dentro-hora="${dentroHora}"`]),
  ];
  return pagina.replace('<html ', `<html ${marcas.map((marca) => `${marca} `).join('')}`);
}

/** Serves the built site from `root`; without a build, says how to make one. */
export async function registerSite(
  app: FastifyInstance,
  root: string,
  options: SiteOptions,
): Promise<void> {
  const { frameOrigins, provedor } = options;
  const indice = join(root, 'index.html');
  const pagina = existsSync(indice) ? markPage(readFileSync(indice, 'utf8'), options) : undefined;

  if (pagina) {
    const soltos = readdirSync(root, { withFileTypes: true })
      .filter(
        (entrada) => entrada.isFile() && !/^\.|^index\.html|\.(gz|br|map)$/.test(entrada.name),
      )
      .map((entrada) => entrada.name);
    await publicScope(app, async (scope) => {
      await scope.register(fastifyStatic, {
        root: join(root, 'assets'),
        prefix: '/assets/',
        dotfiles: 'deny',
        index: false,
        preCompressed: true,
        maxAge: UM_ANO_MS,
        immutable: true,
        wildcard: false,
        // Each file is a route of its own; a compressed one is sent in the place of its file.
        globIgnore: ['**/*.{map,br,gz}'],
      });
      for (const nome of soltos) {
        // A browser that kept an old service worker would keep its old page too.
        const isWorker = nome === SERVICE_WORKER;
        scope.get(`/${nome}`, (_request, reply) => {
          if (isWorker) {
            reply.header('Content-Security-Policy', CSP_SERVICE_WORKER);
            reply.header('Cache-Control', 'no-cache');
          }
          return reply.sendFile(nome, root, {
            cacheControl: !isWorker,
            maxAge: CINCO_MINUTOS_MS,
            immutable: false,
          });
        });
      }
    });
  }

  const sendPage = (reply: FastifyReply): FastifyReply => {
    if (!pagina) {
      return reply
        .code(503)
        .type('text/plain; charset=utf-8')
        .send('As telas ainda não foram montadas. Use: npm start');
    }
    return reply
      .type('text/html; charset=utf-8')
      .headers(PAGINA)
      .header('Content-Security-Policy', pageCsp(frameOrigins(), provedor?.origens))
      .send(pagina);
  };

  app.setNotFoundHandler((request, reply) => {
    if (isPage(request)) return sendPage(reply);
    return sendNotFound(request, reply);
  });
}
