/** Names in the folder of pictures. Nothing else reaches the file system, and nothing else is removed. */
import { hash, randomBytes } from 'node:crypto';
import { join } from 'node:path';

const OURS = /^([0-9a-f]{2})([0-9a-f]{2})[0-9a-f]{60}\.jpg$/;
const ASIDE = /^([0-9a-f]{64}\.jpg)\.[0-9a-f]{12}\.(parcial|fora)$/;

/** One level of the folder: two digits of the name. */
export const LEVEL = /^[0-9a-f]{2}$/;

/** The name of a picture: the SHA-256 of its bytes, so that equal pictures are one file. */
export const nameOf = (jpeg: Uint8Array): string => `${hash('sha256', jpeg, 'hex')}.jpg`;

/** Where a picture is: two levels of folders, then its name. Undefined for any other name. */
export function findPlace(dir: string, nome: string): { pasta: string; path: string } | undefined {
  const [, um, dois] = OURS.exec(nome) ?? [];
  if (!um || !dois) return undefined;
  const pasta = join(dir, um, dois);
  return { pasta, path: join(pasta, nome) };
}

/** A name beside the picture: `parcial` while it is written, `fora` while it is being removed. */
export const asideOf = (nome: string, estado: 'parcial' | 'fora'): string =>
  `${nome}.${randomBytes(6).toString('hex')}.${estado}`;

/** The picture that an aside name belongs to; undefined for any other name. */
export function readAside(nome: string): { de: string; estado: string } | undefined {
  const [, de, estado] = ASIDE.exec(nome) ?? [];
  return de && estado ? { de, estado } : undefined;
}
