/**
 * Reads the provider's ID tokens as its documents ask for: RS256 by one of its keys, issued for our
 * project, in time. See firebase.google.com/docs/auth/admin/verify-id-tokens.
 */
import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { ConfigFirebase } from '../../config/identidade.ts';
import { createLidos, TOLERANCIA } from '../lidos.ts';
import { createChaves } from './chaves.ts';

/** The provider's have some thousand characters, and its own claims at most another thousand. */
const COMPRIMENTO_MAXIMO = 4_096;

/** What a good token says. */
export interface Declarado {
  uid: string;
  /** When the person signed in at the provider, in seconds: kept by every token renewed since. */
  authTime: number;
  exp: number;
  email: string | null;
  emailVerificado: boolean;
  nome: string | null;
  foto: string | null;
}

const textOf = (valor: unknown): string | null =>
  typeof valor === 'string' && valor.trim() !== '' ? valor : null;

/** A moment that has been, as far as two clocks agree. */
const hasBeen = (segundos: unknown): segundos is number =>
  Number.isSafeInteger(segundos) && (segundos as number) <= Date.now() / 1_000 + TOLERANCIA;

function declaredBy(payload: JWTPayload): Declarado | undefined {
  const { sub, aud, exp, iat, auth_time: authTime, firebase } = payload;
  const { tenant } = (firebase ?? {}) as { tenant?: unknown };
  const valido =
    typeof sub === 'string' &&
    sub !== '' &&
    sub.length <= 128 &&
    typeof aud === 'string' &&
    exp !== undefined &&
    hasBeen(iat) &&
    hasBeen(authTime) &&
    // People of a tenant are kept apart from the project's own; none is configured.
    tenant === undefined;
  if (!valido) return undefined;
  return {
    uid: sub,
    authTime,
    exp,
    email: textOf(payload.email),
    emailVerificado: payload.email_verified === true,
    nome: textOf(payload.name),
    foto: textOf(payload.picture),
  };
}

interface Deps {
  config: Pick<ConfigFirebase, 'projectId' | 'jwksUrl'>;
  onFalha(error: unknown): void;
}

export type TokensFirebase = ReturnType<typeof createTokensFirebase>;

/** Whether the session behind a token lives is somebody else's question. */
export function createTokensFirebase({ config, onFalha }: Deps) {
  const lidos = createLidos<Declarado>();
  const chave = createChaves({ jwksUrl: config.jwksUrl, onFalha });
  const regras = {
    issuer: `https://securetoken.google.com/${config.projectId}`,
    audience: config.projectId,
    algorithms: ['RS256'],
    clockTolerance: TOLERANCIA,
    requiredClaims: ['iss', 'aud', 'exp', 'iat', 'sub', 'auth_time'],
  };

  return {
    /**
     * What a token of the provider says, or undefined for any other text.
     * @throws {ProvedorAusente} when its key is not known here and the provider does not answer
     */
    async read(token: string): Promise<Declarado | undefined> {
      if (token.length > COMPRIMENTO_MAXIMO) return undefined;
      const lido = lidos.find(token);
      if (lido) return lido === 'vencido' ? undefined : lido;
      try {
        const declarado = declaredBy((await jwtVerify(token, chave, regras)).payload);
        return declarado && lidos.remember(token, declarado);
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
