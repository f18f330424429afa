/** Files of the folder of pictures: written as a whole and durably, opened without following links. */
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { asideOf, findPlace } from './names.ts';

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

/** As large as a picture: a nearly full disk still takes a few bytes. */
const PROVA_BYTES = 256 * 1024;

export const codeOf = (error: unknown): string => (error as { code?: string })?.code ?? '';

/** Makes the names in a folder durable. */
async function syncFolder(pasta: string): Promise<void> {
  const aberta = await open(pasta, O_RDONLY);
  try {
    await aberta.sync();
  } finally {
    await aberta.close();
  }
}

/** Makes the two levels of folders; never `dir` itself, which may be a disk that went away. */
async function makeLevels(pasta: string): Promise<void> {
  for (const nivel of [dirname(pasta), pasta]) {
    await mkdir(nivel, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
    await syncFolder(dirname(nivel));
  }
}

async function openNew(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    await makeLevels(dirname(path));
    return open(path, 'wx', 0o600);
  }
}

/**
 * Writes a picture under its name: when this ends, a power cut loses neither bytes nor name. It
 * replaces an equal file, so that its time says that it is needed now.
 */
export async function writePicture(dir: string, nome: string, jpeg: Uint8Array): Promise<void> {
  const lugar = findPlace(dir, nome);
  if (!lugar) throw new TypeError('not a name of ours');
  const parcial = join(lugar.pasta, asideOf(nome, 'parcial'));
  try {
    const arquivo = await openNew(parcial);
    try {
      await arquivo.writeFile(jpeg);
      await arquivo.sync();
    } finally {
      await arquivo.close();
    }
    await rename(parcial, lugar.path);
  } catch (error) {
    await rm(parcial, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(lugar.pasta);
}

/** Opens a picture; undefined when it is not there, or is no file of ours. */
export async function openPicture(
  dir: string,
  nome: string,
): Promise<{ arquivo: FileHandle; tamanho: number } | undefined> {
  const lugar = findPlace(dir, nome);
  if (!lugar) return undefined;
  try {
    const arquivo = await open(lugar.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const estado = await arquivo.stat();
    if (estado.isFile()) return { arquivo, tamanho: estado.size };
    await arquivo.close();
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR', 'ELOOP'].includes(codeOf(error))) throw error;
  }
  return undefined;
}

/**
 * The present time by the clock that stamps the files: the clock of a file server may differ from
 * ours. It writes and removes a small file, so it also says whether the folder accepts files.
 */
export async function readFolderClock(dir: string): Promise<number> {
  const prova = join(dir, asideOf(`${'0'.repeat(64)}.jpg`, 'parcial'));
  try {
    const arquivo = await open(prova, 'wx', 0o600);
    try {
      await arquivo.writeFile(Buffer.alloc(PROVA_BYTES, 1));
      await arquivo.sync();
    } finally {
      await arquivo.close();
    }
    return (await stat(prova)).mtimeMs;
  } finally {
    await rm(prova, { force: true }).catch(() => undefined);
  }
}
