/** Lists over HTTP: pages with their headers, and whole lists as a stream. */
import { Readable } from 'node:stream';
import { TETO_CONTAGEM } from '@unipark/contract/lista';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RowPage } from '../db/page.ts';
import { Problem } from '../errors.ts';

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
    await new Promise(setImmediate);
  }
  yield inicio === '[' ? '[]' : ']';
}

/** Simultaneous whole lists of one account. */
const POR_CONTA = 4;
const emCurso = new Map<string, number>();

function takeTurn(conta: string): () => void {
  const abertas = emCurso.get(conta) ?? 0;
  if (abertas >= POR_CONTA) {
    throw new Problem(429, 'muitas-listas', 'Há listas demais sendo lidas. Tente em instantes.', {
      headers: { 'Retry-After': '5' },
    });
  }
  emCurso.set(conta, abertas + 1);
  return () => {
    const restam = (emCurso.get(conta) ?? 1) - 1;
    if (restam > 0) emCurso.set(conta, restam);
    else emCurso.delete(conta);
  };
}

/**
 * A whole list as one JSON array. An error midway breaks the connection, so that a list is never
 * incomplete.
 * @throws {Problem} 429 when the account reads several already
 */
export function streamList(
  request: FastifyRequest,
  reply: FastifyReply,
  fatias: AsyncIterable<object[]>,
): FastifyReply {
  const leave = takeTurn(request.conta?.id ?? '');
  let lida = performance.now();
  const corpo = Readable.from(
    asJson(fatias, () => {
      lida = performance.now();
    }),
  );
  const vigia = setInterval(() => {
    if (performance.now() - lida > LEITOR_PARADO_MS) reply.raw.destroy();
  }, VIGIA_MS);
  corpo.once('close', () => {
    clearInterval(vigia);
    leave();
  });
  return reply.type('application/json; charset=utf-8').send(corpo);
}

/** The ETag of a record's version. */
export const etag = (versao: number): string => `"${versao}"`;

/** True when If-Match is present and does not name this version (strong comparison, RFC 9110). */
export function isStale(request: FastifyRequest, versao: number): boolean {
  const pedida = request.headers['if-match'];
  if (pedida === undefined || pedida.trim() === '*') return false;
  return !pedida.split(',').some((tag) => tag.trim() === etag(versao));
}
