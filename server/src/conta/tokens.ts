import { type CryptoKey, errors, type JWTHeaderParameters, jwtVerify, SignJWT } from 'jose';
import { nowDate, nowMs } from '../platform/clock.ts';
import type { SigningKeys } from './chaves.ts';
import { createLidos, TOLERANCIA } from './lidos.ts';

/** Our tokens have about four hundred characters. */
const COMPRIMENTO_MAXIMO = 2_048;
const VIDA_S = 600;

/** Issuer and audience of the tokens: constants of the installation. */
export interface TokenIssuer {
  issuer: string;
  audience: string;
}

interface AccessClaims {
  sub: string;
  sid: string;
  exp: number;
}

/** Does not check whether the session is open: `identidade.ts` does. */
export function createTokens({ chaves, emissor }: { chaves: SigningKeys; emissor: TokenIssuer }) {
  const lidos = createLidos<AccessClaims>();
  const regras = {
    ...emissor,
    algorithms: ['EdDSA'],
    clockTolerance: TOLERANCIA,
    requiredClaims: ['iss', 'aud', 'exp', 'iat', 'sub', 'sid'],
  };

  /** Keys come from our own table by `kid`; other fields of a header are ignored. */
  async function keyOf({ kid }: JWTHeaderParameters): Promise<CryptoKey | Uint8Array> {
    const nossa = typeof kid === 'string' && /^[\w-]{1,64}$/.test(kid);
    const chave = nossa ? await chaves.find(kid) : undefined;
    if (!chave) throw new errors.JWKSNoMatchingKey();
    return chave;
  }

  return {
    /** A token for a session, valid for ten minutes. */
    async issue(sub: string, sid: string): Promise<string> {
      const agora = Math.floor(nowMs() / 1_000);
      const { kid, privada } = chaves.signer();
      return new SignJWT({ sid })
        .setProtectedHeader({ alg: 'EdDSA', kid })
        .setSubject(sub)
        .setIssuer(emissor.issuer)
        .setAudience(emissor.audience)
        .setIssuedAt(agora)
        .setExpirationTime(agora + VIDA_S)
        .sign(privada);
    },

    /** The claims of one of our tokens, or undefined for any other text. */
    async read(token: string): Promise<AccessClaims | undefined> {
      if (token.length > COMPRIMENTO_MAXIMO) return undefined;
      const lido = lidos.find(token);
      if (lido) return lido === 'vencido' ? undefined : lido;
      try {
        const { sub, sid, exp } = (
          await jwtVerify(token, keyOf, { ...regras, currentDate: nowDate() })
        ).payload;
        if (typeof sub !== 'string' || typeof sid !== 'string' || !exp) return undefined;
        return lidos.remember(token, { sub, sid, exp });
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;
