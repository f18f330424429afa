/** The only calls that leave for the provider: named addresses, small answers, no redirects. */
import type { CustomFetch } from 'openid-client';
import { readUpTo } from '../../platform/body.ts';

/** Metadata and keys of large providers have some tens of kilobytes. */
const MAXIMO = 256 * 1024;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** https, or plain http where the configured issuer itself is this machine (a test). */
export function isSafe(endereco: string, issuer: URL): boolean {
  if (!URL.canParse(endereco)) return false;
  const { protocol, hostname, username } = new URL(endereco);
  if (username) return false;
  const local = protocol === 'http:' && issuer.protocol === 'http:' && LOOPBACK.test(hostname);
  return protocol === 'https:' || local;
}

/** `fetch` for one issuer: asks only what `permitidos` names. */
export function createBusca(issuer: URL, permitidos: Set<string>): CustomFetch {
  return async (url, { signal, ...options }) => {
    if (!permitidos.has(url) || !isSafe(url, issuer)) throw new TypeError('an address not named');
    const resposta = await fetch(url, {
      ...options,
      body: options.body ?? null,
      signal: signal ?? null,
      redirect: 'error',
    } as RequestInit);
    const corpo = await readUpTo(resposta, MAXIMO);
    return new Response(corpo, { status: resposta.status, headers: resposta.headers });
  };
}
