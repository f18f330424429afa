import type { FastifyRequest, onSendHookHandler } from 'fastify';
import { clockCorrection, nowDate } from '../clock.ts';

/** Headers of every answer, in lower case: the library converts any other spelling each time. */
export const FIXOS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Headers of a page besides; on data they would say nothing. */
export const PAGINA: Record<string, string> = {
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/** The policy of an answer that is not a page: it may do nothing in a browser. */
export const CSP_DADOS = "default-src 'none'; frame-ancestors 'none'";

/** The policy of the service worker: its own requests follow this one, not the page's. */
export const CSP_SERVICE_WORKER = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/**
 * The policy of a page: our own files, frames of these origins, requests to these beside our own,
 * and only the inline style with this hash.
 */
export const pageCsp = (
  frameOrigins: string[] = [],
  connectOrigins: string[] = [],
  inlineStyle?: `'sha256-${string}'`,
): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    ["style-src 'self'", inlineStyle].join(' ').trim(),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectOrigins].join(' '),
    "media-src 'self' blob:",
    ["frame-src 'self'", ...frameOrigins].join(' '),
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The first of `procurados` that a request has more than once: Node joins some, drops others. */
export function findRepeated(
  { headers, raw: { rawHeaders } }: FastifyRequest,
  procurados: string[],
): string | undefined {
  let nomes = 0;
  for (const _nome in headers) nomes += 1;
  // Nearly every request has as many names as lines.
  if (2 * nomes === rawHeaders.length) return undefined;
  const linhas = rawHeaders.filter((_texto, i) => i % 2 === 0).map((nome) => nome.toLowerCase());
  return procurados.find((nome) => linhas.indexOf(nome) !== linhas.lastIndexOf(nome));
}

/** The header has whole seconds. */
const SECOND_MS = 1_000;

/** Security headers on every answer, errors included. */
export function securityHeaders({
  versao,
  https,
}: {
  versao: string;
  https: boolean;
}): onSendHookHandler {
  const constantes = {
    ...FIXOS,
    'x-unipark-versao': versao,
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
  return (request, reply, _payload, done) => {
    reply.headers(constantes);
    reply.header('x-request-id', request.id);
    // The page knows the server's time by it; all nodes say the same one.
    if (Math.abs(clockCorrection()) >= SECOND_MS) reply.header('date', nowDate().toUTCString());
    if (!reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', CSP_DADOS);
    }
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    done();
  };
}
