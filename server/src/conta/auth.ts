/**
 * The identity library, as hardened as we use it. Its router is mounted nowhere: our own routes
 * call single operations of it, inside our own transactions.
 */
import { createAuthEndpoint } from '@better-auth/core/api';
import { runWithAdapter } from '@better-auth/core/context';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { setSessionCookie } from 'better-auth/cookies';
import { getAdapter } from 'better-auth/db/adapter';
import { jwt } from 'better-auth/plugins/jwt';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod';
import { type Banco, DIALETO, type Transacao } from '../platform/db/banco.ts';

const HORA = 3_600;

/** Seconds a session lives unused. */
export const IDLE_S = 12 * HORA;

/** Milliseconds a session lives in any case. */
export const LIFETIME_MS = 7 * 24 * HORA * 1_000;

/** A request never carries it: we set it from the address the server itself saw. */
export const IP_HEADER = 'x-unipark-ip';

export interface Emissor {
  issuer: string;
  audience: string;
}

interface AuthDeps {
  db: Banco;
  segredo: string;
  publicUrl: URL | null;
  emissor: Emissor;
  log?: FastifyBaseLogger | undefined;
}

/**
 * Opens a session of an account that our own rules have let in: by password, second factor,
 * invitation or an outside provider. No address leads to it.
 */
const entrar = {
  id: 'unipark-entrar',
  endpoints: {
    openSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.userId);
        const session = user && (await internalAdapter.createSession(user.id, false));
        if (!session) throw new Error('no session was made');
        await setSessionCookie(ctx, { session, user });
        return ctx.json({
          id: session.id,
          createdAt: session.createdAt,
          expiresAt: session.expiresAt,
        });
      },
    ),
  },
} as const;

const banco = (db: Banco | Transacao) => ({ db, type: DIALETO, transaction: false });

/** Every option stands here so that a test can hold it against our migration. */
export function authOptions({ db, segredo, publicUrl, emissor, log }: AuthDeps) {
  return {
    appName: 'UNIPARK',
    baseURL: publicUrl?.origin ?? 'http://localhost',
    basePath: '/api/auth',
    secret: segredo,
    database: banco(db),
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (nivel, mensagem) => log?.[nivel === 'error' ? 'error' : 'debug'](mensagem),
    },
    // Passwords, links and codes are checked by our own rules; the library keeps the sessions.
    emailAndPassword: { enabled: false },
    user: {
      additionalFields: {
        admin: { type: 'boolean', required: true, defaultValue: false, input: false },
        desabilitadoEm: { type: 'date', required: false, input: false },
      },
    },
    session: { expiresIn: IDLE_S, updateAge: 600, cookieCache: { enabled: false } },
    verification: { storeIdentifier: 'hashed' },
    // Counting stands in front, in our own table: failures, not only calls.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'unipark',
      useSecureCookies: publicUrl?.protocol === 'https:',
      cookies: { session_token: { attributes: { sameSite: 'strict' } } },
      ipAddress: { ipAddressHeaders: [IP_HEADER] },
      // It would ask the database for its schema in the middle of a transaction; a test does.
      database: { validateSchema: false },
    },
    plugins: [
      entrar,
      jwt({
        disableSettingJwtHeader: true,
        jwt: {
          ...emissor,
          expirationTime: '10m',
          definePayload: ({ session }) => ({ sid: session.id }),
        },
      }),
    ],
  } satisfies BetterAuthOptions;
}

export type Auth = ReturnType<typeof createAuth>;

/** The library on our database, and the one way to use it inside a transaction. */
export function createAuth(deps: AuthDeps) {
  const opcoes = authOptions(deps);
  const auth = betterAuth(opcoes);
  return {
    api: auth.api,
    context: auth.$context,
    /** Runs the library's operations on `trx`, so they stand or fall with the rest of it. */
    async within<T>(trx: Transacao, trabalho: () => Promise<T>): Promise<T> {
      const adapter = await getAdapter({ ...opcoes, database: banco(trx) });
      return runWithAdapter(adapter, trabalho);
    },
  };
}
