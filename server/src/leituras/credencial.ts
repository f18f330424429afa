/** The credentials with which a request proves its device. */
import type { FastifyRequest } from 'fastify';
import { TOKEN } from '../dispositivos/token.ts';
import { findRepeated } from '../platform/http/headers.ts';
import { readDigest } from './digest.ts';

export interface DeviceCredential {
  /** A token in the path, in a header, or as the password of Basic; the first one found. */
  token: string | null;
  doCaminho: boolean;
  /** The user of Basic or Digest: the device's id, when the camera has it configured. */
  usuario: string | null;
  digest: Map<string, string> | null;
}

function basicOf(cabecalho: string): { usuario: string; senha: string } | null {
  const codigo = /^Basic ([A-Za-z0-9+/]{1,1024}={0,2})$/i.exec(cabecalho)?.[1];
  if (!codigo) return null;
  const texto = Buffer.from(codigo, 'base64').toString('utf8');
  const corte = texto.indexOf(':');
  return corte < 0 ? null : { usuario: texto.slice(0, corte), senha: texto.slice(corte + 1) };
}

/** Two Authorization headers count as none: it is not defined which one is valid. */
export function readCredential(
  request: FastifyRequest,
  doCaminho: string | null,
): DeviceCredential {
  const cabecalho = findRepeated(request, ['authorization'])
    ? ''
    : (request.headers.authorization ?? '');
  const proprio = request.headers['x-unipark-token'];
  const basic = basicOf(cabecalho);
  const digest = readDigest(cabecalho) ?? null;
  const portador = /^(?:Bearer|Token) +([\w-]{1,4096})$/i.exec(cabecalho)?.[1];
  const escrito = typeof proprio === 'string' ? proprio.trim() : undefined;
  return {
    token: doCaminho ?? escrito ?? portador ?? basic?.senha ?? null,
    doCaminho: doCaminho !== null,
    usuario: digest?.get('username') ?? basic?.usuario ?? null,
    digest,
  };
}

/** Splits the path after the dialect into a token and the rest; a maker's own path has no token. */
export function splitPath(resto: string): { token: string | null; caminho: string } {
  const [primeira = '', ...outras] = resto.split('/');
  return TOKEN.test(primeira)
    ? { token: primeira, caminho: outras.length > 0 ? `/${outras.join('/')}` : '' }
    : { token: null, caminho: resto === '' ? '' : `/${resto}` };
}
