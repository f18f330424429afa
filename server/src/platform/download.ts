/** Fetching what a stranger's message names: from listed hosts, once resolved, and not for long. */
import { lookup } from 'node:dns/promises';
import { type ClientRequest, get as getHttp, type IncomingMessage } from 'node:http';
import { get as getHttps } from 'node:https';
import { BlockList, isIP } from 'node:net';

interface DownloadOptions {
  /** Hosts that may be asked, with a port where it is not the scheme's own. */
  origens: string[];
  prazoMs: number;
  maximo: number;
  sinal: AbortSignal;
}

/** Where a name of the list must not lead: ourselves, and what only we can see. */
const PROPRIOS = new BlockList();
PROPRIOS.addSubnet('127.0.0.0', 8, 'ipv4');
PROPRIOS.addSubnet('0.0.0.0', 8, 'ipv4');
PROPRIOS.addSubnet('169.254.0.0', 16, 'ipv4');
PROPRIOS.addAddress('::1', 'ipv6');
PROPRIOS.addAddress('::', 'ipv6');
PROPRIOS.addSubnet('fe80::', 10, 'ipv6');

const bare = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** The address to connect to. An address on the list was meant; a name that leads home was not. */
async function resolve(hostname: string): Promise<string> {
  const nome = bare(hostname);
  if (isIP(nome)) return nome;
  const { address, family } = await lookup(nome);
  if (nome !== 'localhost' && PROPRIOS.check(address, family === 6 ? 'ipv6' : 'ipv4')) {
    throw new Error('a name that leads to this machine');
  }
  return address;
}

function ask(url: URL, endereco: string, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
  const opcoes = {
    host: endereco,
    port: url.port || undefined,
    path: `${url.pathname}${url.search}`,
    headers: { Host: url.host, Accept: 'image/jpeg' },
    agent: false as const,
    signal,
  };
  const pedido: ClientRequest =
    url.protocol === 'https:'
      ? getHttps(
          { ...opcoes, ...(isIP(bare(url.hostname)) ? {} : { servername: url.hostname }) },
          answered,
        )
      : getHttp(opcoes, answered);
  pedido.on('error', reject);
  return promise;
}

/**
 * The body at an address, if its host is listed.
 * @throws for an address that is not allowed, and for any answer but a whole 200 in time and size
 */
export async function download(
  texto: string,
  { origens, prazoMs, maximo, sinal }: DownloadOptions,
): Promise<Buffer> {
  const url = new URL(texto);
  const permitida = /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!permitida || !origens.includes(url.host)) throw new Error('a host that is not listed');
  const signal = AbortSignal.any([sinal, AbortSignal.timeout(prazoMs)]);
  const endereco = await resolve(url.hostname);
  signal.throwIfAborted();
  const resposta = await ask(url, endereco, signal);
  try {
    if (resposta.statusCode !== 200) throw new Error(`answered ${resposta.statusCode}`);
    const pedacos: Buffer[] = [];
    let total = 0;
    for await (const pedaco of resposta) {
      total += pedaco.length;
      if (total > maximo) throw new Error('larger than allowed');
      pedacos.push(pedaco);
    }
    if (!resposta.complete) throw new Error('cut short');
    return Buffer.concat(pedacos);
  } finally {
    resposta.destroy();
  }
}
