/**
 * The mark of a place that receives copies: whose it is, and whether a disk is mounted. The data
 * folder remembers which folders have one; that memory is in no copy, so a restored installation
 * begins without it.
 */
import { appendFile, chown, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../config/leitor.ts';
import { readMark } from '../platform/folder/mark.ts';
import { markOf } from './manifesto.ts';

const MARCA = 'unipark-copias';
/** In the data folder: a line for each folder with a mark. */
const MARCADAS = 'copias.marcadas';

/** The installation whose copies a folder receives. */
export interface CopiasOwner {
  dataDir: string;
  id: string;
}

/** Installations are told apart by their secrets, as in the manifest. */
export const ownerOf = (dataDir: string, segredo: string): CopiasOwner => ({
  dataDir,
  id: markOf(segredo),
});

const lineOf = (pasta: string, { id }: CopiasOwner): string => `${id} ${pasta}`;

async function isRemembered(pasta: string, owner: CopiasOwner): Promise<boolean> {
  const linhas = (await readMark(join(owner.dataDir, MARCADAS)))?.split('\n') ?? [];
  return linhas.includes(lineOf(pasta, owner));
}

/**
 * Refuses a folder with the mark of another installation, and one that had ours and has none: an
 * unmounted disk leaves an empty folder. Answers whether our mark is there.
 * @throws {StartError} one sentence
 */
export async function requireOwnMark(pasta: string, owner: CopiasOwner): Promise<boolean> {
  const arquivo = join(pasta, MARCA);
  const marca = await readMark(arquivo);
  if (marca === owner.id) return true;
  if (marca) {
    throw new StartError(
      `A pasta ${pasta} recebe as cópias de outra instalação do UNIPARK, ou desta com outro segredo. Use outra pasta; se ela é só desta, esvazie o arquivo ${arquivo}.`,
    );
  }
  // An operator makes an empty mark, for a new disk.
  if (marca === undefined && (await isRemembered(pasta, owner))) {
    throw new StartError(
      `A pasta ${pasta} não é a que recebeu as cópias anteriores: o disco está montado? Se o disco é novo, crie nele um arquivo vazio: ${arquivo}`,
    );
  }
  return false;
}

/**
 * Makes the folder ready for a copy of this installation: its first one there leaves the mark.
 * @throws {StartError} as `requireOwnMark` does
 */
export async function claimPasta(pasta: string, owner: CopiasOwner): Promise<void> {
  if (!(await requireOwnMark(pasta, owner))) {
    const arquivo = join(pasta, MARCA);
    await mkdir(pasta, { recursive: true, mode: 0o700 });
    // An empty one may be another user's: it is replaced. FAT has no hard links, so none is used.
    await rm(arquivo, { force: true });
    await writeFile(arquivo, `${owner.id}\n`, { flag: 'wx', mode: 0o600, flush: true });
  }
  if (await isRemembered(pasta, owner)) return;
  const linha = `${lineOf(pasta, owner)}\n`;
  const marcadas = join(owner.dataDir, MARCADAS);
  await appendFile(marcadas, linha, { mode: 0o600, flush: true });
  if (process.getuid?.() !== 0) return;
  // The tool of an operator who is root: the server's user reads both marks too.
  const { uid, gid } = await stat(owner.dataDir);
  await chown(marcadas, uid, gid);
  // FAT has no owners.
  await chown(join(pasta, MARCA), uid, gid).catch(() => undefined);
}

/** A prefix of a bucket, which is never unmounted. */
interface MarkedPrefix {
  read: (nome: string) => Promise<string | undefined>;
  put: (nome: string, bytes: Iterable<Uint8Array>) => Promise<number>;
}

/**
 * Refuses a prefix with the mark of another installation. Answers whether our mark is there.
 * @throws {StartError} one sentence
 */
export async function requireOwnPrefix(
  lugar: string,
  { read }: Pick<MarkedPrefix, 'read'>,
  { id }: CopiasOwner,
): Promise<boolean> {
  const marca = (await read(MARCA))?.trim();
  if (!marca || marca === id) return marca === id;
  throw new StartError(
    `${lugar} recebe as cópias de outra instalação do UNIPARK, ou desta com outro segredo. Use outro prefixo; se ele é só desta, apague de lá o objeto ${MARCA}.`,
  );
}

/** Makes the prefix this installation's. @throws {StartError} as `requireOwnPrefix` does */
export async function claimPrefix(
  lugar: string,
  prefixo: MarkedPrefix,
  owner: CopiasOwner,
): Promise<void> {
  if (await requireOwnPrefix(lugar, prefixo, owner)) return;
  await prefixo.put(MARCA, [Buffer.from(`${owner.id}\n`)]);
}
