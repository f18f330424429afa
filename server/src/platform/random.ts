import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';

/** Only characters that are not confused with others when read aloud or copied by hand. */
const LETRAS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A token of 256 random bits. Its stored form needs no salt and no slow hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Random letters and digits for a person to read; each is about five bits. */
export const randomLetters = (quantas: number): string =>
  Array.from({ length: quantas }, () => LETRAS[randomInt(LETRAS.length)]).join('');

const sha256 = (texto: string): Buffer => createHash('sha256').update(texto).digest();

/** Compares two texts in constant time. */
export const isSameSecret = (a: string, b: string): boolean =>
  timingSafeEqual(sha256(a), sha256(b));
