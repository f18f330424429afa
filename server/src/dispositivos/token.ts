import { createHash } from 'node:crypto';
import type { Cofre } from '../platform/secret.ts';

/** The form of a token: any other text in a path belongs to the maker. */
export const TOKEN = /^[\w-]{43}$/;

export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex');

/** The realm of our challenges, Basic and Digest. */
export const REALM = 'UNIPARK';

export const ALGORITMOS = { 'SHA-256': 'sha256', MD5: 'md5' } as const;
export type DigestAlgorithm = keyof typeof ALGORITMOS;

/** H(user:realm:password) of RFC 7616: it replaces the password, so it is stored encrypted. */
export type ChavesDigest = Record<DigestAlgorithm, string>;

/** The keys of the current token, and of the previous one while it is accepted. */
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

/** The keys, or undefined when there are none or they cannot be decrypted. */
export function openDigest(
  cofre: Cofre,
  { id, digest_segredo }: { id: string; digest_segredo: string | null },
): SegredoDigest | undefined {
  const texto = digest_segredo === null ? undefined : cofre.open(`digest:${id}`, digest_segredo);
  return texto === undefined ? undefined : (JSON.parse(texto) as SegredoDigest);
}
