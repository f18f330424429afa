/** Downloads from untrusted addresses: listed hosts only, one resolution, a time limit. */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, type LookupFunction } from 'node:net';
import { readUpTo } from './body.ts';

/** Not imported: that reads every export, and loads the client of `fetch` at each start. */
const { request: requestHttp } = process.getBuiltinModule('node:http');

interface DownloadOptions {
  /** Allowed hosts, with a port when it is not the default. */
  origens: string[];
  prazoMs: number;
  maximo: number;
  sinal: AbortSignal;
}

/** Addresses to which a listed name must not resolve: ourselves, and private networks. */
const PROPRIOS = new BlockList();
PROPRIOS.addSubnet('127.0.0.0', 8, 'ipv4');
PROPRIOS.addSubnet('0.0.0.0', 8, 'ipv4');
PROPRIOS.addSubnet('169.254.0.0', 16, 'ipv4');
PROPRIOS.addAddress('::1', 'ipv6');
PROPRIOS.addAddress('::', 'ipv6');
PROPRIOS.addSubnet('fe80::', 10, 'ipv6');

/** A listed IP address is allowed; a name that resolves to our network is not. */
export async function resolveElsewhere(nome: string): Promise<LookupAddress> {
  const achado = await lookup(nome);
  const { address, family } = achado;
  if (nome !== 'localhost' && PROPRIOS.check(address, family === 6 ? 'ipv6' : 'ipv4')) {
    throw new Error('a name that leads to this machine');
  }
  return achado;
}

/** A connection that ends before it answered. */
class NoAnswer extends Error {
  code = 'ECONNRESET';
}

interface AskOptions {
  /** The address of a name: resolved once, so that a changed DNS answer is not used. */
  resolve(nome: string): Promise<LookupAddress>;
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Posted; without it the request is a GET. */
  body?: Buffer;
}

/** Requests an address once, over its own connection. Redirects are not followed. */
export function askOnce(url: URL, { resolve, headers, signal, body }: AskOptions) {
  const pinned: LookupFunction = (nome, opcoes, pronto) => {
    resolve(nome).then(
      (achado) =>
        opcoes.all ? pronto(null, [achado]) : pronto(null, achado.address, achado.family),
      (error) => pronto(error, ''),
    );
  };
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
  const ask = url.protocol === 'https:' ? requestHttps : requestHttp;
  const method = body ? 'POST' : 'GET';
  const pedido = ask(url, { method, agent: false, lookup: pinned, headers, signal }, answered);
  pedido.on('error', reject);
  // An answer that changes the protocol ends the connection without an answer or an error event.
  pedido.on('close', () => reject(new NoAnswer('no answer')));
  pedido.end(body);
  return promise;
}

/** The whole body of an answer. @throws when it is larger than `maximo` bytes, or cut short */
export async function readWhole(
  resposta: IncomingMessage,
  maximo: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const corpo = await readUpTo(resposta, maximo);
  // Our own end of a body without a length looks like its sender's.
  signal.throwIfAborted();
  if (!resposta.complete) throw new NoAnswer('cut short');
  return corpo;
}

/**
 * The body at an address, if its host is listed.
 * @throws for an address that is not allowed, and for any answer but a whole 200 within time and
 * size
 */
export async function download(
  texto: string,
  { origens, prazoMs, maximo, sinal }: DownloadOptions,
): Promise<Buffer> {
  const url = new URL(texto);
  const permitida = /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!permitida || !origens.includes(url.host)) throw new Error('a host that is not listed');
  const signal = AbortSignal.any([sinal, AbortSignal.timeout(prazoMs)]);
  const headers = { Accept: 'image/jpeg' };
  const resposta = await askOnce(url, { resolve: resolveElsewhere, headers, signal });
  try {
    if (resposta.statusCode !== 200) throw new Error(`answered ${resposta.statusCode}`);
    return await readWhole(resposta, maximo, signal);
  } finally {
    resposta.destroy();
  }
}
