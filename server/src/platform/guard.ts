/** Deny by default: a route without `config.publica` needs a live session's token. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from './errors.ts';

/** The account behind a verified token. */
export interface ContaSessao {
  id: string;
  /** The session the token belongs to. */
  sid: string;
  email: string;
  name: string;
  admin: boolean;
  /** Why an administrator may not administer yet, as they are to read it; '' or absent: nothing. */
  impedimento?: string;
}

/** What the platform asks of whoever keeps the accounts. */
export interface Identidade {
  /** The live session's account, or undefined for any token that must not pass. */
  verify(token: string): Promise<ContaSessao | undefined>;
  /** Whether the session still lives: for streams that outlast their token. */
  isSessaoAlive(sid: string): Promise<boolean>;
  /** Calls back when a session ends; answers how to stop listening. */
  onSessaoEnd(ouvinte: (sid: string) => void): () => void;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Anonymous visitors may call it. */
    publica?: boolean;
    /** Only administrators may call it. */
    admin?: boolean;
  }
  interface FastifyRequest {
    /** Who is signed in; null on routes that need nobody. */
    conta: ContaSessao | null;
  }
}

const naoAutenticado = (): Problem =>
  new Problem(401, 'nao-autenticado', 'Sua sessão expirou. Entre novamente para continuar.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/** The bearer token of a request; two Authorization headers are none. */
export function bearerOf(request: FastifyRequest): string | undefined {
  const { rawHeaders } = request.raw;
  let vezes = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() === 'authorization') vezes += 1;
  }
  if (vezes > 1) return undefined;
  return /^Bearer ([\w.~+/-]{1,4096}=*)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** The account that asks. @throws 401 where nobody is signed in */
export function contaOf({ conta }: FastifyRequest): ContaSessao {
  if (!conta) throw naoAutenticado();
  return conta;
}

/** Guards every route of `app`. Sits on routes, not on paths: no spelling of a path gets round it. */
export function registerGuard(app: FastifyInstance, identidade: Identidade): void {
  app.decorateRequest('conta', null);
  app.addHook('onRequest', async (request) => {
    const { publica, admin } = request.routeOptions.config;
    if (publica || request.is404) return;
    const token = bearerOf(request);
    const conta = token ? await identidade.verify(token) : undefined;
    if (!conta) throw naoAutenticado();
    if (admin && !conta.admin) {
      const frase = conta.impedimento || 'Só a administração pode fazer isto.';
      throw new Problem(403, 'sem-permissao', frase);
    }
    request.conta = conta;
  });
}

/** Opens every route that `register` adds: for files that anonymous visitors need. */
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
