/** How lists travel: pages with their headers, and whole lists as a stream. */
import { Readable } from 'node:stream';
import { TETO_CONTAGEM } from '@unipark/contract/lista';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pagina } from './db/page.ts';

/** A reader that takes nothing for this long is dropped. */
const LEITOR_PARADO_MS = 30_000;

function linkTo(request: FastifyRequest, cursor: 'apos' | 'antes', valor: string): string {
  const url = new URL(request.url, 'http://x');
  url.searchParams.delete('apos');
  url.searchParams.delete('antes');
  url.searchParams.set(cursor, valor);
  return `<${url.pathname}${url.search}>; rel="${cursor === 'apos' ? 'next' : 'prev'}"`;
}

/** Puts the page's links and its total, up to the ceiling, into the headers. */
export function pageHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { anterior, proximo }: Pagina<unknown>,
  total: number,
  exata = false,
): void {
  const links = [
    proximo && linkTo(request, 'apos', proximo),
    anterior && linkTo(request, 'antes', anterior),
  ].filter(Boolean);
  if (links.length > 0) reply.header('Link', links.join(', '));
  const passou = !exata && total > TETO_CONTAGEM;
  reply.header('X-Total-Count', passou ? TETO_CONTAGEM : total);
  if (passou) reply.header('X-Total-Count-Mais', '1');
}

async function* asJson<T>(fatias: AsyncIterable<T[]>, paraFio: (linha: T) => unknown) {
  let inicio = '[';
  for await (const fatia of fatias) {
    yield inicio + fatia.map((linha) => JSON.stringify(paraFio(linha))).join(',');
    inicio = ',';
    // Lets the requests that arrived meanwhile run between two slices.
    await new Promise(setImmediate);
  }
  yield inicio === '[' ? '[]' : ']';
}

/** A whole list as one JSON array. A fault midway breaks the connection: never a short list. */
export function streamList<T>(
  reply: FastifyReply,
  fatias: AsyncIterable<T[]>,
  paraFio: (linha: T) => unknown,
): FastifyReply {
  reply.raw.setTimeout(LEITOR_PARADO_MS, () => reply.raw.destroy());
  return reply.type('application/json; charset=utf-8').send(Readable.from(asJson(fatias, paraFio)));
}

export const etag = (versao: number): string => `"${versao}"`;

/** True when If-Match is there and does not name this version. */
export function isStale(request: FastifyRequest, versao: number): boolean {
  const pedida = request.headers['if-match'];
  if (pedida === undefined || pedida.trim() === '*') return false;
  return !pedida.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag(versao));
}
