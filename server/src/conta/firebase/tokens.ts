/**
 * Reads the provider's ID tokens as its documentation requires: RS256 by one of its keys, issued
 * for our project, not expired. See firebase.google.com/docs/auth/admin/verify-id-tokens.
 */
import { errors, type JWTPayload, jwtVerify } from 'jose';
import type { ConfigFirebase } from '../../config/identidade.ts';
import { nowDate, nowMs } from '../../platform/clock.ts';
import { createLidos, TOLERANCIA } from '../lidos.ts';
import { createChaves } from './chaves.ts';

/** Tokens have about a thousand characters, custom claims at most another thousand. */
const COMPRIMENTO_MAXIMO = 4_096;

export interface FirebaseClaimed {
  uid: string;
  /** When the person signed in at the provider, in seconds: every renewed token keeps it. */
  authTime: number;
  exp: number;
  email: string | null;
  emailVerificado: boolean;
  nome: string | null;
  foto: string | null;
}

const textOf = (valor: unknown): string | null =>
  typeof valor === 'string' && valor.trim() !== '' ? valor : null;

/** A time in the past, within the tolerance between two clocks. */
const hasBeen = (segundos: unknown): segundos is number =>
  Number.isSafeInteger(segundos) && (segundos as number) <= nowMs() / 1_000 + TOLERANCIA;

function declaredBy(payload: JWTPayload): FirebaseClaimed | undefined {
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
    // People of a tenant are separate from the project's own; no tenant is configured.
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
  onFailure(error: unknown): void;
}

export type TokensFirebase = ReturnType<typeof createTokensFirebase>;

/** Does not check whether the session is open: `identidade.ts` does. */
export function createTokensFirebase({ config, onFailure }: Deps) {
  const lidos = createLidos<FirebaseClaimed>();
  const chave = createChaves({ jwksUrl: config.jwksUrl, onFailure });
  const regras = {
    issuer: `https://securetoken.google.com/${config.projectId}`,
    audience: config.projectId,
    algorithms: ['RS256'],
    clockTolerance: TOLERANCIA,
    requiredClaims: ['iss', 'aud', 'exp', 'iat', 'sub', 'auth_time'],
  };

  return {
    /**
     * The claims of a token of the provider, or undefined for any other text.
     * @throws {ProvedorAusente} when its key is not known and the provider does not answer
     */
    async read(token: string): Promise<FirebaseClaimed | undefined> {
      if (token.length > COMPRIMENTO_MAXIMO) return undefined;
      const lido = lidos.find(token);
      if (lido) return lido === 'vencido' ? undefined : lido;
      try {
        const declarado = declaredBy(
          (await jwtVerify(token, chave, { ...regras, currentDate: nowDate() })).payload,
        );
        return declarado && lidos.remember(token, declarado);
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}
