import type { onSendHookHandler } from 'fastify';

/** Headers that every answer carries. */
export const FIXOS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

/** What an answer that is no page may do in a browser: nothing. */
export const CSP_DADOS = "default-src 'none'; frame-ancestors 'none'";

/**
 * The page's policy: our own files, styles with this answer's nonce, frames of these origins, and
 * calls to these beside our own.
 */
export const pageCsp = (
  nonce: string,
  frameOrigins: string[],
  connectOrigins: string[] = [],
): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
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
