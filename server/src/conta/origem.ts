import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { Problem } from '../platform/errors.ts';
import { isOwnOrigin } from '../platform/http/origin.ts';

type SiteConfig = Pick<Config, 'publicUrl' | 'local'>;

const foreignOrigin = (): Problem =>
  new Problem(403, 'origem-recusada', 'Este pedido não veio do próprio site.');

/** Whether the browser says that its page is ours; undefined when no header says it (a script). */
function isOwnSite(request: FastifyRequest, config: SiteConfig): boolean | undefined {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin === undefined) return site === undefined ? undefined : true;
  return isOwnOrigin(request, origin, config);
}

/** For routes that set a cookie: scripts may call them, pages of other sites may not. */
export function refuseOtherSite(request: FastifyRequest, site: SiteConfig): void {
  if (isOwnSite(request, site) === false) throw foreignOrigin();
}

/** For routes that a cookie authorises: JSON, and the browser must say that the page is ours. */
export function requireOwnSite(request: FastifyRequest, site: SiteConfig): void {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new Problem(415, 'tipo-nao-aceito', 'Envie os dados como application/json.');
  }
  if (!isOwnSite(request, site)) throw foreignOrigin();
}
