/**
 * The provider's own description. It is fetched at first use and again every hour; while the
 * provider does not answer, the server works without it.
 */
import type { Configuration, CustomFetch } from 'openid-client';
import type { ConfigOidc } from '../../config/identidade.ts';
import { clockCorrection } from '../../platform/clock.ts';
import { fetchUpTo } from '../../platform/outbound/body.ts';
import { OidcRefusal } from './recusa.ts';

/** Seconds for one call to the provider. */
const PRAZO_S = 5;
const VALIDADE = 60 * 60_000;
/** Pause after a failure, for any number of sign-ins. */
const DESCANSO = 3_000;
/** How often it is checked without any sign-in. */
const RONDA = 60_000;

/** Seconds by which two clocks may differ, as with our own tokens. */
const TOLERANCIA_S = 60;

/** 'não consultado' until the first request. */
export type OidcState = 'não consultado' | 'no ar' | 'sem resposta';

interface OidcLog {
  info(mensagem: string): void;
  warn(dados: object, mensagem: string): void;
}

/** The part of a failure that may be logged: its code, never a body, a code or a token. */
export function describeFault(error: unknown): { codigo: string } {
  const { code, error: oauth, name } = (error ?? {}) as Record<string, unknown>;
  return { codigo: String(oauth ?? code ?? name ?? 'erro').slice(0, 80) };
}

/** Metadata and keys of large providers have some tens of kilobytes. */
const MAXIMO = 256 * 1024;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** https, or plain http when the configured issuer is this machine (a test). */
function isSafe(endereco: string, issuer: URL): boolean {
  if (!URL.canParse(endereco)) return false;
  const { protocol, hostname, username } = new URL(endereco);
  if (username) return false;
  const local = protocol === 'http:' && issuer.protocol === 'http:' && LOOPBACK.test(hostname);
  return protocol === 'https:' || local;
}

/** `fetch` for one issuer: it requests only the addresses in `permitidos`. */
function createBusca(issuer: URL, permitidos: Set<string>): CustomFetch {
  return async (url, { signal, ...options }) => {
    if (!permitidos.has(url) || !isSafe(url, issuer)) throw new TypeError('an address not named');
    const corpo = options.body ?? null;
    const opcoes = { ...options, body: corpo, signal: signal ?? null } as RequestInit;
    return fetchUpTo(url, opcoes, MAXIMO);
  };
}

/**
 * Fetches the provider's description. @throws when the provider does not answer, or the answer is
 * not valid
 */
export async function discover(config: ConfigOidc): Promise<Configuration> {
  const client = await import('openid-client');
  const { issuer, clientId, clientSecret } = config;
  const base = issuer.href.replace(/\/$/, '');
  const permitidos = new Set([`${base}/.well-known/openid-configuration`]);
  const busca = createBusca(issuer, permitidos);
  // The library allows only https by default; `busca` limits plain http to this machine.
  const inseguro = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : [];
  const options = { [client.customFetch]: busca, timeout: PRAZO_S, execute: inseguro };
  const achado = await client.discovery(issuer, clientId, undefined, client.None(), options);
  const dados = achado.serverMetadata();
  if (new URL(dados.issuer).href !== issuer.href) throw new TypeError('another issuer');
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = dados;
  for (const endereco of [authorization_endpoint, token_endpoint, jwks_uri]) {
    if (!endereco || !isSafe(endereco, issuer)) throw new TypeError('an address that is not safe');
  }
  for (const endereco of [token_endpoint, jwks_uri, userinfo_endpoint]) {
    if (endereco) permitidos.add(new URL(endereco).href);
  }
  const metodos = dados.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const segredo = metodos.includes('client_secret_basic')
    ? client.ClientSecretBasic(clientSecret)
    : client.ClientSecretPost(clientSecret);
  const pronto = new client.Configuration(
    dados,
    clientId,
    {
      [client.clockTolerance]: TOLERANCIA_S,
      [client.clockSkew]: Math.round(clockCorrection() / 1_000),
    },
    segredo,
  );
  pronto[client.customFetch] = busca;
  pronto.timeout = PRAZO_S;
  for (const ajuste of inseguro) ajuste(pronto);
  // Without this the library does not check the ID token's signature, because it came over TLS.
  client.enableNonRepudiationChecks(pronto);
  return pronto;
}

/** Keeps the description, and reports the provider's state. */
export function createProvedor(config: ConfigOidc, log: OidcLog) {
  let conhecido: { configuration: Configuration; em: number } | undefined;
  let falhou = Number.NEGATIVE_INFINITY;
  let estado: OidcState = 'não consultado';
  let pedindo: Promise<Configuration> | undefined;

  function note(novo: OidcState, error?: unknown): void {
    if (novo === estado) return;
    estado = novo;
    if (novo === 'no ar') log.info('the single sign-on provider answers');
    else log.warn(describeFault(error), 'the single sign-on provider does not answer');
  }

  async function ask(): Promise<Configuration> {
    try {
      const configuration = await discover(config);
      conhecido = { configuration, em: performance.now() };
      note('no ar');
      return configuration;
    } catch (error) {
      falhou = performance.now();
      note('sem resposta', error);
      // An old description is used until there is a new one.
      if (conhecido) return conhecido.configuration;
      throw new OidcRefusal('provedor', error);
    } finally {
      pedindo = undefined;
    }
  }

  /** The description, fetched when there is none or it is old. @throws {OidcRefusal} 'provedor' */
  async function configuration(): Promise<Configuration> {
    const agora = performance.now();
    if (conhecido && agora - conhecido.em < VALIDADE) return conhecido.configuration;
    if (agora - falhou < DESCANSO) {
      if (conhecido) return conhecido.configuration;
      throw new OidcRefusal('provedor');
    }
    pedindo ??= ask();
    return pedindo;
  }

  // Only updates the state; a sign-in reports a failure itself.
  const look = (): void => void configuration().catch(() => {});
  let ronda: NodeJS.Timeout | undefined;

  return {
    configuration,
    getEstado: () => estado,
    /** Checks at once and then every minute, in the background. */
    start(): void {
      look();
      ronda = setInterval(look, RONDA);
      ronda.unref();
    },
    stop: (): void => clearInterval(ronda),
  };
}

export type OidcProvider = ReturnType<typeof createProvedor>;
