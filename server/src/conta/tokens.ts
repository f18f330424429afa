import { type CryptoKey, errors, importJWK, type JWTHeaderParameters, jwtVerify } from 'jose';
import type { Banco } from '../platform/db/banco.ts';
import type { Auth, Emissor } from './auth.ts';
import { createLidos, TOLERANCIA } from './lidos.ts';
import { findChave } from './repo.ts';

/** Ours have some four hundred characters. */
const COMPRIMENTO_MAXIMO = 2_048;

interface Lido {
  sub: string;
  sid: string;
  exp: number;
}

/** Keys come from our own table by `kid`; whatever else a header names is not looked at. */
function keyring(db: Banco) {
  const chaves = new Map<string, CryptoKey | Uint8Array>();
  return async ({ kid }: JWTHeaderParameters): Promise<CryptoKey | Uint8Array> => {
    if (typeof kid !== 'string' || !/^[\w-]{1,64}$/.test(kid)) throw new errors.JWKSNoMatchingKey();
    const conhecida = chaves.get(kid);
    if (conhecida) return conhecida;
    const guardada = await findChave(db, kid);
    if (guardada?.alg !== 'EdDSA') throw new errors.JWKSNoMatchingKey();
    const chave = await importJWK(JSON.parse(guardada.publicKey), 'EdDSA');
    chaves.set(kid, chave);
    return chave;
  };
}

/** Makes and reads access tokens. Whether the session lives is somebody else's question. */
export function createTokens({ db, auth, emissor }: { db: Banco; auth: Auth; emissor: Emissor }) {
  const lidos = createLidos<Lido>();
  const chave = keyring(db);
  const regras = {
    ...emissor,
    algorithms: ['EdDSA'],
    clockTolerance: TOLERANCIA,
    requiredClaims: ['iss', 'aud', 'exp', 'iat', 'sub', 'sid'],
  };

  return {
    /** A token of ten minutes for a session. */
    async issue(sub: string, sid: string): Promise<string> {
      const payload = { sub, sid, iat: Math.floor(Date.now() / 1_000) };
      const { token } = await auth.api.signJWT({ body: { payload } });
      return token;
    },

    /** What a token of ours says, or undefined for any other text. */
    async read(token: string): Promise<Lido | undefined> {
      if (token.length > COMPRIMENTO_MAXIMO) return undefined;
      const lido = lidos.find(token);
      if (lido) return lido === 'vencido' ? undefined : lido;
      try {
        const { sub, sid, exp } = (await jwtVerify(token, chave, regras)).payload;
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
