import type { FastifyRequest, onSendHookHandler } from 'fastify';

/** Headers of every answer. */
export const FIXOS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
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

/** How often a request has a header: Node joins some repeated ones and drops others. */
export function countHeader({ raw: { rawHeaders } }: FastifyRequest, nome: string): number {
  let vezes = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === nome) vezes += 1;
  }
  return vezes;
}

/** Security headers on every answer, errors included. */
export function securityHeaders({
  versao,
  https,
}: {
  versao: string;
  https: boolean;
}): onSendHookHandler {
  return async (request, reply) => {
    reply.headers(FIXOS);
    reply.header('X-Unipark-Versao', versao);
    reply.header('X-Request-Id', request.id);
    if (!reply.hasHeader('Content-Security-Policy')) {
      reply.header('Content-Security-Policy', CSP_DADOS);
    }
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
    if (https) reply.header('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
  };
}
