/** Keys that sign access tokens: made here, encrypted with our secret, and rotated. */
import { randomUUID } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, importJWK } from 'jose';
import { nowIso, nowMs } from '../platform/clock.ts';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import { createCofre } from '../platform/secret.ts';
import {
  createChave,
  findChave,
  findNewestChave,
  removeChaves,
  removeChavesBefore,
} from './chavesRepo.ts';

const ALGORITMO = 'EdDSA';
/** The keys are encrypted with the secret for this purpose. */
const FINALIDADE = 'chaves-assinatura';
const DIA_MS = 86_400_000;
/** How long one key signs. */
const TROCA_MS = 90 * DIA_MS;
/** How long the previous key is still accepted; its last tokens are valid for ten minutes. */
const SOBRA_MS = DIA_MS;

type KeyMaterial = CryptoKey | Uint8Array;

interface Signer {
  kid: string;
  privada: KeyMaterial;
  criadaEm: number;
}

export type SigningKeys = Awaited<ReturnType<typeof createChaves>>;

/** Whether the secret decrypts the newest key; undefined without keys. */
export async function isSegredoDasChaves(db: Banco, segredo: string): Promise<boolean | undefined> {
  const chave = await findNewestChave(db);
  return chave && createCofre(segredo, FINALIDADE).open(chave.kid, chave.privada) !== undefined;
}

/** Opens the keys, and makes the first; one that the secret cannot decrypt is replaced. */
export async function createChaves({ db, segredo }: { db: Banco; segredo: string }) {
  const cofre = createCofre(segredo, FINALIDADE);
  const publicas = new Map<string, KeyMaterial>();

  async function create(): Promise<Signer> {
    const par = await generateKeyPair(ALGORITMO, { crv: 'Ed25519', extractable: true });
    const [kid, criada_em] = [randomUUID(), nowIso()];
    const [publica, privada] = await Promise.all([
      exportJWK(par.publicKey),
      exportJWK(par.privateKey),
    ]);
    await inTransaction(db, (trx) =>
      createChave(trx, {
        kid,
        publica: JSON.stringify(publica),
        privada: cofre.seal(kid, JSON.stringify(privada)),
        criada_em,
      }),
    );
    return { kid, privada: par.privateKey, criadaEm: Date.parse(criada_em) };
  }

  async function openNewest(): Promise<Signer> {
    const guardada = await findNewestChave(db);
    if (!guardada) return create();
    const { kid, criada_em } = guardada;
    const jwk = cofre.open(kid, guardada.privada);
    if (jwk === undefined) {
      await removeChaves(db);
      return create();
    }
    const privada = await importJWK(JSON.parse(jwk), ALGORITMO);
    return { kid, privada, criadaEm: Date.parse(criada_em) };
  }

  let assinante = await openNewest();

  return {
    signer: (): Signer => assinante,

    async find(kid: string): Promise<KeyMaterial | undefined> {
      const conhecida = publicas.get(kid);
      if (conhecida) return conhecida;
      const guardada = await findChave(db, kid);
      if (!guardada) return undefined;
      const chave = await importJWK(JSON.parse(guardada.publica), ALGORITMO);
      publicas.set(kid, chave);
      return chave;
    },

    /** Replaces an expired key with a new one, and removes older ones. */
    async renew(agora = nowMs()): Promise<void> {
      assinante = await openNewest();
      if (agora - assinante.criadaEm > TROCA_MS) assinante = await create();
      else if (agora - assinante.criadaEm > SOBRA_MS) {
        const antes = new Date(assinante.criadaEm).toISOString();
        await removeChavesBefore(db, antes);
        publicas.clear();
      }
    },
  };
}
