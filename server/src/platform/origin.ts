/** Whose requests we answer: on a local installation, only those that this machine makes. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './errors.ts';

const NOMES_LOCAIS = ['localhost', '127.0.0.1', '::1'];

/** Headers that only a proxy adds: with one of them the caller is not this machine. */
const ENCAMINHADO =
  /^(forwarded|via|x[-_]forwarded.*|x-real-ip|x-original-host|x-client-ip|x-cluster-client-ip|cf-connecting-ip|true-client-ip|fly-client-ip)$/;

const desviado = (): Problem =>
  new Problem(
    421,
    'destino-errado',
    'Este servidor só atende a própria máquina. Para publicá-lo, configure PUBLIC_URL, TRUST_PROXY e SIGNUP_MODE.',
  );

interface OriginOptions {
  host: string;
  local: boolean;
  publicUrl: URL | null;
}

/** The http address of a host and port: an IPv6 host in brackets, port 80 left out. */
export function urlOf(host: string, porta: number): string {
  const nome = host.includes(':') ? `[${host}]` : host;
  return `http://${nome}${porta === 80 ? '' : `:${porta}`}`;
}

/**
 * Our own address as people and links say it. This machine is 'localhost' rather than a number:
 * a passkey belongs to a name, and the browser keeps what it holds for each spelling apart.
 */
export const ownAddress = (
  { publicUrl, host }: Pick<OriginOptions, 'publicUrl' | 'host'>,
  porta: number,
): string => publicUrl?.origin ?? urlOf(NOMES_LOCAIS.includes(host) ? 'localhost' : host, porta);

/** Our own address for links that leave this server; only known once it listens. */
export type EnderecoProprio = () => string;

/**
 * From PUBLIC_URL, or in a local installation the port really listened on: never from a header of
 * a request, which whoever sends it chooses.
 */
export function createEnderecoProprio(
  app: FastifyInstance,
  options: Pick<OriginOptions, 'publicUrl' | 'host'>,
): EnderecoProprio {
  return () => ownAddress(options, (app.server.address() as AddressInfo | null)?.port ?? 80);
}

/** The origins that are ours: of the port really listened on, and of PUBLIC_URL. */
function ownOrigins(app: FastifyInstance, { host, local, publicUrl }: OriginOptions): string[] {
  const porta = (app.server.address() as AddressInfo | null)?.port ?? 80;
  const locais = [...NOMES_LOCAIS, host.toLowerCase()].map((nome) => urlOf(nome, porta));
  return [...(publicUrl ? [publicUrl.origin] : []), ...(local ? locais : [])];
}

/** Refuses, with 421, what a proxy forwarded or another site sent to a local installation. */
export function registerOrigin(app: FastifyInstance, options: OriginOptions): void {
  let proprias: string[] | undefined;
  const nossa = (origem: string): boolean => {
    if (app.server.listening) proprias ??= ownOrigins(app, options);
    return (proprias ?? ownOrigins(app, options)).includes(origem);
  };
  const semPorta = ({ headers: { host = '' } }: FastifyRequest) => host.replace(/:80$/, '');

  app.addHook('onRequest', async (request) => {
    const { origin } = request.headers;
    if (options.local) {
      const encaminhado = Object.keys(request.headers).some((nome) => ENCAMINHADO.test(nome));
      const deFora = origin !== undefined && !nossa(origin);
      if (encaminhado || deFora || !nossa(`http://${semPorta(request)}`)) throw desviado();
    } else if (
      options.publicUrl &&
      request.url !== '/healthz' &&
      request.headers.host !== options.publicUrl.host
    ) {
      throw desviado();
    }
  });
}

/**
 * Whether a page of `origem` is ours: of PUBLIC_URL, or without one (and in a local installation,
 * where every loopback name is ours) of the very host that the request was sent to.
 */
export function isOwnOrigin(
  request: FastifyRequest,
  origem: string,
  { publicUrl, local }: Pick<OriginOptions, 'publicUrl' | 'local'>,
): boolean {
  if (!URL.canParse(origem)) return false;
  if (origem === publicUrl?.origin) return true;
  const { protocol, host } = new URL(origem);
  const pedida = `${protocol}//${request.host}`;
  return (local || publicUrl === null) && URL.canParse(pedida) && new URL(pedida).host === host;
}
