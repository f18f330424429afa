/** What a request brings to prove which device it is. */
import type { FastifyRequest } from 'fastify';
import { TOKEN } from '../dispositivos/token.ts';
import { readDigest } from './digest.ts';

export interface Credencial {
  /** A token in the path, in a header, or as the password of Basic; the first that is there. */
  token: string | null;
  doCaminho: boolean;
  /** The user that Basic or Digest names: the device's id, if the camera was told so. */
  usuario: string | null;
  digest: Map<string, string> | null;
}

function countHeader({ raw: { rawHeaders } }: FastifyRequest, nome: string): number {
  let vezes = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === nome) vezes += 1;
  }
  return vezes;
}

function basicOf(cabecalho: string): { usuario: string; senha: string } | null {
  const codigo = /^Basic ([A-Za-z0-9+/]{1,1024}={0,2})$/i.exec(cabecalho)?.[1];
  if (!codigo) return null;
  const texto = Buffer.from(codigo, 'base64').toString('utf8');
  const corte = texto.indexOf(':');
  return corte < 0 ? null : { usuario: texto.slice(0, corte), senha: texto.slice(corte + 1) };
}

/** Two Authorization headers are none: nobody could say which one counts. */
export function readCredential(request: FastifyRequest, doCaminho: string | null): Credencial {
  const cabecalho =
    countHeader(request, 'authorization') > 1 ? '' : (request.headers.authorization ?? '');
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

/** A path behind the dialect as token and what follows it; a maker's own path has no token. */
export function splitPath(resto: string): { token: string | null; caminho: string } {
  const [primeira = '', ...outras] = resto.split('/');
  return TOKEN.test(primeira)
    ? { token: primeira, caminho: outras.length > 0 ? `/${outras.join('/')}` : '' }
    : { token: null, caminho: resto === '' ? '' : `/${resto}` };
}
