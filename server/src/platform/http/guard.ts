/** Deny by default: a route without `config.publica` needs a live session's token. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors.ts';
import { findRepeated } from './headers.ts';

export interface ContaSessao {
  id: string;
  sid: string;
  email: string;
  name: string;
  admin: boolean;
  /** Why an administrator may not administer yet, as a sentence; '' or absent when allowed. */
  impedimento?: string;
}

/** What the platform needs from the identity provider. */
export interface Identidade {
  /** The open session's account, or undefined for a token that is not valid. */
  verify(token: string): Promise<ContaSessao | undefined>;
  /** Whether the session is open: for streams that last longer than their token. */
  isSessaoAlive(sid: string): Promise<boolean>;
  /** Calls back when a session ends; answers the function that stops it. */
  onSessaoEnd(listener: (sid: string) => void): () => void;
}

const REVISAO_MS = 4_000;

/**
 * Calls `end` for each session of `sids` that ended, at once when this process ended it. Another
 * process (the operator's tool) may end one too, so the sessions are checked every few seconds.
 * Answers the function that stops it.
 */
export function watchSessoes(
  identidade: Pick<Identidade, 'isSessaoAlive' | 'onSessaoEnd'>,
  sids: () => Iterable<string>,
  end: (sid: string) => void,
): () => void {
  const parar = identidade.onSessaoEnd(end);
  const revisao = setInterval(async () => {
    for (const sid of new Set(sids())) {
      if (!(await identidade.isSessaoAlive(sid).catch(() => true))) end(sid);
    }
  }, REVISAO_MS);
  revisao.unref();
  return () => {
    clearInterval(revisao);
    parar();
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Anonymous visitors may call it. */
    publica?: boolean;
    /** Only administrators may call it. */
    admin?: boolean;
  }
  interface FastifyRequest {
    /** The signed-in account; null on routes without a session. */
    conta: ContaSessao | null;
  }
}

const unauthenticated = (): Problem =>
  new Problem(401, 'nao-autenticado', 'Sua sessão expirou. Entre novamente para continuar.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

const PREFIXO = 'bearer ';
/** RFC 6750 §2.1. With the `i` flag the pattern takes twice as long, at every request. */
const TOKEN = /^[\w.~+/-]{1,4096}=*$/;

/** The bearer token of a request; two Authorization headers count as none. */
export function bearerOf(request: FastifyRequest): string | undefined {
  if (findRepeated(request, ['authorization'])) return undefined;
  const { authorization = '' } = request.headers;
  const token = authorization.slice(PREFIXO.length);
  const portador = authorization.slice(0, PREFIXO.length).toLowerCase() === PREFIXO;
  return portador && TOKEN.test(token) ? token : undefined;
}

/** The account of the request. @throws 401 without a session */
export function getConta({ conta }: FastifyRequest): ContaSessao {
  if (!conta) throw unauthenticated();
  return conta;
}

/** Guards every route of `app`: routes, not paths, so that no spelling avoids it. */
export function registerGuard(app: FastifyInstance, identidade: Identidade): void {
  app.decorateRequest('conta', null);
  app.addHook('onRequest', async (request) => {
    const { publica, admin } = request.routeOptions.config;
    if (publica || request.is404) return;
    const token = bearerOf(request);
    const conta = token ? await identidade.verify(token) : undefined;
    if (!conta) throw unauthenticated();
    if (admin && !conta.admin) {
      const frase = conta.impedimento || 'Só a administração pode fazer isto.';
      throw new Problem(403, 'sem-permissao', frase);
    }
    request.conta = conta;
  });
}

/** Makes every route that `register` adds public: for files of anonymous visitors. */
export async function publicScope(
  app: FastifyInstance,
  register: (scope: FastifyInstance) => Promise<unknown>,
): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, publica: true };
      route.schema = { ...route.schema, hide: true };
    });
    await register(scope);
  });
}
