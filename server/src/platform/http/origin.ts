/** Which requests are answered: on a local installation, only those of this machine. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';

const NOMES_LOCAIS = ['localhost', '127.0.0.1', '::1'];

/** Headers that only a proxy adds: with one of them the caller is not this machine. */
const ENCAMINHADO = new Set([
  'forwarded',
  'via',
  'x-real-ip',
  'x-original-host',
  'x-client-ip',
  'x-cluster-client-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'fly-client-ip',
]);

const isForwarding = (nome: string): boolean =>
  ENCAMINHADO.has(nome) || nome.startsWith('x-forwarded') || nome.startsWith('x_forwarded');

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Answered under any name: probes, and machines that use our IP address with a token of their
     * own. A page of another site gains nothing here: it could do the same without us.
     */
    qualquerNome?: boolean;
  }
}

const misdirected = (mensagem: string): Problem => new Problem(421, 'destino-errado', mensagem);

/** The requested destination, cut to the length of a name. */
const quoted = (texto: string): string =>
  texto === '' ? 'nenhum nome' : `'${texto.slice(0, 253)}'`;

interface OriginOptions {
  host: string;
  local: boolean;
  publicUrl: URL | null;
}

/** The http address of a host and port: an IPv6 host in brackets, without port 80. */
export function urlOf(host: string, porta: number): string {
  const nome = host.includes(':') ? `[${host}]` : host;
  return `http://${nome}${porta === 80 ? '' : `:${porta}`}`;
}

/**
 * A Host header in its compared form: lower case, without the default port of `protocolo` and
 * without the final dot. '' for an invalid name.
 */
export function normalizeAuthority(host: string, protocolo: string): string {
  const url = `${protocolo}//${host}`;
  if (!/^[\w.:[\]-]+$/.test(host) || !URL.canParse(url)) return '';
  const { hostname, port } = new URL(url);
  return hostname.replace(/\.$/, '') + (port && `:${port}`);
}

/**
 * Our own address for people and links. This machine is 'localhost', not an IP address: a passkey
 * belongs to a name, and the browser stores data for each spelling separately.
 */
export const ownAddress = (
  { publicUrl, host }: Pick<OriginOptions, 'publicUrl' | 'host'>,
  porta: number,
): string => publicUrl?.origin ?? urlOf(NOMES_LOCAIS.includes(host) ? 'localhost' : host, porta);

/** Our own address for links that leave this server; known after it listens. */
export type EnderecoProprio = () => string;

/**
 * From PUBLIC_URL, or in a local installation from the port in use: never from a header, because
 * the sender chooses it.
 */
export function createEnderecoProprio(
  app: FastifyInstance,
  options: Pick<OriginOptions, 'publicUrl' | 'host'>,
): EnderecoProprio {
  return () => ownAddress(options, (app.server.address() as AddressInfo | null)?.port ?? 80);
}

/** Our own origins: of the port in use, and of PUBLIC_URL. */
function ownOrigins(app: FastifyInstance, { host, local, publicUrl }: OriginOptions): string[] {
  const porta = (app.server.address() as AddressInfo | null)?.port ?? 80;
  const locais = [...NOMES_LOCAIS, host.toLowerCase()].map((nome) => urlOf(nome, porta));
  return [...(publicUrl ? [publicUrl.origin] : []), ...(local ? locais : [])];
}

/**
 * Refuses with 421 a request to a local installation through a proxy or from another site, and with
 * PUBLIC_URL a request to another name: a page of another site whose name resolves to us can then
 * read nothing.
 */
export function registerOrigin(app: FastifyInstance, options: OriginOptions): void {
  const { local, publicUrl } = options;
  let proprias: string[] | undefined;
  const isOurs = (origem: string): boolean => {
    if (app.server.listening) proprias ??= ownOrigins(app, options);
    return (proprias ?? ownOrigins(app, options)).includes(origem);
  };
  /** The last Host header that passed: nearly every request repeats it. */
  let aceito: string | undefined;

  function refuseLocal(motivo: string): never {
    throw misdirected(
      `Este servidor só atende a própria máquina, e o pedido ${motivo}. Para publicá-lo, configure PUBLIC_URL, TRUST_PROXY e SIGNUP_MODE.`,
    );
  }

  function requireLocal({ headers }: FastifyRequest): void {
    const { origin, host = '' } = headers;
    for (const nome in headers) {
      if (isForwarding(nome)) refuseLocal(`passou por um proxy (cabeçalho ${nome})`);
    }
    if (origin !== undefined && !isOurs(origin)) refuseLocal(`veio da página ${quoted(origin)}`);
    if (host === aceito) return;
    if (!isOurs(`http://${normalizeAuthority(host, 'http:')}`)) {
      refuseLocal(`foi feito a ${quoted(host)}`);
    }
    if (proprias) aceito = host;
  }

  function requirePublic({ headers: { host = '' }, routeOptions }: FastifyRequest, url: URL): void {
    if (host === aceito || routeOptions.config.qualquerNome) return;
    const { protocol } = url;
    if (normalizeAuthority(host, protocol) === normalizeAuthority(url.host, protocol)) {
      aceito = host;
      return;
    }
    throw misdirected(
      `Este servidor atende por ${url.origin} (PUBLIC_URL), e o pedido foi feito a ${quoted(host)}. Use esse endereço; se há um proxy à frente, faça-o repassar o cabeçalho Host; se o endereço mudou, mude PUBLIC_URL.`,
    );
  }

  app.addHook('onRequest', (request, _reply, done) => {
    if (local) requireLocal(request);
    else if (publicUrl) requirePublic(request, publicUrl);
    done();
  });
}

/**
 * Whether a page of `origem` is ours: of PUBLIC_URL, or otherwise (and in a local installation,
 * where every loopback name is ours) of the host of the request.
 */
export function isOwnOrigin(
  request: FastifyRequest,
  origem: string,
  { publicUrl, local }: Pick<OriginOptions, 'publicUrl' | 'local'>,
): boolean {
  if (!URL.canParse(origem)) return false;
  const { protocol, host } = new URL(origem);
  const nossa = publicUrl && normalizeAuthority(publicUrl.host, publicUrl.protocol);
  if (protocol === publicUrl?.protocol && normalizeAuthority(host, protocol) === nossa) return true;
  const pedida = `${protocol}//${request.host}`;
  return (local || publicUrl === null) && URL.canParse(pedida) && new URL(pedida).host === host;
}
