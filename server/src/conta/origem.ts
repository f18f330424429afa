import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Problem } from '../platform/errors.ts';
import { isOwnOrigin } from '../platform/origin.ts';

type Site = Pick<Config, 'publicUrl' | 'local'>;

const deFora = (): Problem =>
  new Problem(403, 'origem-recusada', 'Este pedido não veio do próprio site.');

/** Whether a browser says that its page is ours: undefined when nothing says it (a script). */
function isOwnSite(request: FastifyRequest, config: Site): boolean | undefined {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return site === undefined ? undefined : true;
  return isOwnOrigin(request, origin, config);
}

/** For routes that give a cookie out: scripts may call them, other sites' pages may not. */
export function refuseOtherSite(request: FastifyRequest, site: Site): void {
  if (isOwnSite(request, site) === false) throw deFora();
}

/** For routes that a cookie opens: JSON, and the browser must say that the page is ours. */
export function requireOwnSite(request: FastifyRequest, site: Site): void {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new Problem(415, 'tipo-nao-aceito', 'Envie os dados como application/json.');
  }
  if (!isOwnSite(request, site)) throw deFora();
}
