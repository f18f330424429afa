/**
 * The provider as it describes itself. Asked at first use, and again every hour; while it does not
 * answer, the server goes on without it.
 */
import type { Configuration } from 'openid-client';
import type { ConfigOidc } from '../../config/identidade.ts';
import { createBusca, isSafe } from './busca.ts';
import { Recusa } from './recusa.ts';

/** Seconds for one call to the provider. */
const PRAZO_S = 5;
const VALIDADE = 60 * 60_000;
/** After a failure it is left alone for a moment, however many people press the button. */
const DESCANSO = 3_000;
/** How often it is looked at while nobody presses the button. */
const RONDA = 60_000;

/** Seconds two clocks may differ, as with our own tokens. */
const TOLERANCIA_S = 60;

/** 'não consultado' until somebody asked. */
export type EstadoProvedor = 'não consultado' | 'no ar' | 'sem resposta';

interface Log {
  info(mensagem: string): void;
  warn(dados: object, mensagem: string): void;
}

/** What a failure may say in a log: its code, never a body, a code or a token. */
export function describeFault(error: unknown): { codigo: string } {
  const { code, error: oauth, name } = (error ?? {}) as Record<string, unknown>;
  return { codigo: String(oauth ?? code ?? name ?? 'erro').slice(0, 80) };
}

/** Reads the provider's own description. @throws when it does not answer, or answers nonsense */
export async function discover(config: ConfigOidc): Promise<Configuration> {
  const client = await import('openid-client');
  const { issuer, clientId, clientSecret } = config;
  const base = issuer.href.replace(/\/$/, '');
  const permitidos = new Set([`${base}/.well-known/openid-configuration`]);
  const busca = createBusca(issuer, permitidos);
  // The library allows https alone unless told otherwise; `busca` keeps plain http on this machine.
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
    { [client.clockTolerance]: TOLERANCIA_S },
    segredo,
  );
  pronto[client.customFetch] = busca;
  pronto.timeout = PRAZO_S;
  for (const ajuste of inseguro) ajuste(pronto);
  // Without it the ID token's signature would be taken on trust, for it came over TLS.
  client.enableNonRepudiationChecks(pronto);
  return pronto;
}

/** Keeps the description, and says how the provider does. */
export function createProvedor(config: ConfigOidc, log: Log) {
  let conhecido: { configuration: Configuration; em: number } | undefined;
  let falhou = Number.NEGATIVE_INFINITY;
  let estado: EstadoProvedor = 'não consultado';
  let pedindo: Promise<Configuration> | undefined;

  function note(novo: EstadoProvedor, error?: unknown): void {
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
      // An old description serves until there is a new one.
      if (conhecido) return conhecido.configuration;
      throw new Recusa('provedor', error);
    } finally {
      pedindo = undefined;
    }
  }

  /** The description, asked for when there is none or it is old. @throws {Recusa} 'provedor' */
  async function configuration(): Promise<Configuration> {
    const agora = performance.now();
    if (conhecido && agora - conhecido.em < VALIDADE) return conhecido.configuration;
    if (agora - falhou < DESCANSO) {
      if (conhecido) return conhecido.configuration;
      throw new Recusa('provedor');
    }
    pedindo ??= ask();
    return pedindo;
  }

  // Its state is noted on the way; who needs it hears of a failure by themselves.
  const look = (): void => void configuration().catch(() => {});
  let ronda: NodeJS.Timeout | undefined;

  return {
    configuration,
    estado: () => estado,
    /** Looks at once and from then on every minute, beside whatever the server does. */
    start(): void {
      look();
      ronda = setInterval(look, RONDA);
      ronda.unref();
    },
    stop: (): void => clearInterval(ronda),
  };
}

export type Provedor = ReturnType<typeof createProvedor>;
