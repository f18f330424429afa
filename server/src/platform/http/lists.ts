/** Lists over HTTP: pages with their headers, and whole lists as a stream. */
import { Readable } from 'node:stream';
import { TETO_CONTAGEM } from '@unipark/contract/lista';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RowPage } from '../db/page.ts';
import { breathe } from '../db/slices.ts';
import { Problem } from '../errors.ts';
import { createTurns } from '../gates.ts';

/** A reader that reads nothing for this long is disconnected. */
const LEITOR_PARADO_MS = 25_000;
const VIGIA_MS = 5_000;

function linkTo({ url }: FastifyRequest, cursor: 'apos' | 'antes', valor: string): string {
  const fim = url.includes('?') ? url.indexOf('?') : url.length;
  const [caminho, consulta] = [url.slice(0, fim), url.slice(fim + 1)];
  const outros = consulta.split('&').filter((par) => par !== '' && !/^(apos|antes)=/.test(par));
  const novos = [...outros, `${cursor}=${encodeURIComponent(valor)}`].join('&');
  return `<${caminho}?${novos}>; rel="${cursor === 'apos' ? 'next' : 'prev'}"`;
}

/** Sets the headers of a page's links and its total, up to the limit. */
export function pageHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { anterior, proximo }: RowPage<unknown>,
  total: number,
  exata = false,
): void {
  const links = [
    proximo && linkTo(request, 'apos', proximo),
    anterior && linkTo(request, 'antes', anterior),
  ].filter(Boolean);
  if (links.length > 0) reply.header('Link', links.join(', '));
  totalHeaders(reply, total, exata);
}

/** Sets the total of a list; `exata`: it is the number itself, above the limit too. */
export function totalHeaders(reply: FastifyReply, total: number, exata = false): void {
  const passou = !exata && total > TETO_CONTAGEM;
  reply.header('X-Total-Count', passou ? TETO_CONTAGEM : total);
  if (passou) reply.header('X-Total-Count-Mais', '1');
}

/** Sets the link of a list that is read forward only, without a total. */
export function linkToNext(request: FastifyRequest, reply: FastifyReply, cursor: string): void {
  reply.header('Link', linkTo(request, 'apos', cursor));
}

async function* asJson(fatias: AsyncIterable<object[]>, onSlice: () => void) {
  let inicio = '[';
  for await (const fatia of fatias) {
    onSlice();
    yield inicio + JSON.stringify(fatia).slice(1, -1);
    inicio = ',';
    // Lets waiting requests run between two slices.
    await breathe();
  }
  yield inicio === '[' ? '[]' : ']';
}

/** Simultaneous whole lists of one account. */
const takeTurn = createTurns(
  4,
  () =>
    new Problem(429, 'muitas-listas', 'Há listas demais sendo lidas. Tente em instantes.', {
      headers: { 'Retry-After': '5' },
    }),
);

/**
 * Sends what `write` yields; `onEnd` is called when all of it is sent, and when the reader is gone.
 * An error midway breaks the connection, so that an answer is never incomplete; so does a reader
 * that asks for nothing more: `write` calls `touch` at each sign of its reading.
 */
export function sendStream(
  reply: FastifyReply,
  write: (touch: () => void) => AsyncIterable<string | Uint8Array>,
  onEnd: () => void,
): FastifyReply {
  let lida = performance.now();
  const corpo = Readable.from(
    write(() => {
      lida = performance.now();
    }),
  );
  const vigia = setInterval(() => {
    if (performance.now() - lida > LEITOR_PARADO_MS) reply.raw.destroy();
  }, VIGIA_MS);
  corpo.once('close', () => clearInterval(vigia));
  // The end comes before the last byte is sent: the caller's next request finds its turn free.
  corpo.once('end', onEnd);
  corpo.once('close', onEnd);
  return reply.send(corpo);
}

/**
 * A whole list as one JSON array.
 * @throws {Problem} 429 when the account reads several already
 */
export function streamList(
  request: FastifyRequest,
  reply: FastifyReply,
  fatias: AsyncIterable<object[]>,
): FastifyReply {
  const leave = takeTurn(request.conta?.id ?? '');
  reply.type('application/json; charset=utf-8');
  return sendStream(reply, (touch) => asJson(fatias, touch), leave);
}

/** The ETag of a record's version. */
export const etag = (versao: number): string => `"${versao}"`;

/** True when If-Match is present and does not name this version (strong comparison, RFC 9110). */
export function isStale(request: FastifyRequest, versao: number): boolean {
  const pedida = request.headers['if-match'];
  if (pedida === undefined || pedida.trim() === '*') return false;
  return !pedida.split(',').some((tag) => tag.trim() === etag(versao));
}
