/** A device's token, and what is kept instead of it. */
import { createHash, randomBytes } from 'node:crypto';
import type { Cofre } from '../platform/secret.ts';

/** 256 bits: nothing slower than SHA-256 is needed to keep it from being guessed. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What a token looks like: anything else in a path is the maker's own. */
export const TOKEN = /^[\w-]{43}$/;

export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

/** The realm of our challenges, Basic and Digest. */
export const REALM = 'UNIPARK';

export const ALGORITMOS = { 'SHA-256': 'sha256', MD5: 'md5' } as const;
export type Algoritmo = keyof typeof ALGORITMOS;

/** H(user:realm:password) of RFC 7616: as good as the password here, so it is kept sealed. */
export type ChavesDigest = Record<Algoritmo, string>;

/** The keys of the token now, and of the one before it while that is still taken. */
export interface SegredoDigest {
  atual: ChavesDigest;
  anterior: ChavesDigest | null;
}

export function digestKeys(id: string, token: string): ChavesDigest {
  const ha1 = (nome: string): string =>
    createHash(nome).update(`${id}:${REALM}:${token}`).digest('hex');
  return { 'SHA-256': ha1(ALGORITMOS['SHA-256']), MD5: ha1(ALGORITMOS.MD5) };
}

export const sealDigest = (cofre: Cofre, id: string, segredo: SegredoDigest): string =>
  cofre.seal(`digest:${id}`, JSON.stringify(segredo));

/** The keys, or undefined when there are none or they cannot be read any more. */
export function openDigest(
  cofre: Cofre,
  { id, digest_segredo }: { id: string; digest_segredo: string | null },
): SegredoDigest | undefined {
  const texto = digest_segredo === null ? undefined : cofre.open(`digest:${id}`, digest_segredo);
  return texto === undefined ? undefined : (JSON.parse(texto) as SegredoDigest);
}
