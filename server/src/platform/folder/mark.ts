/** The mark of a folder of pictures: whose it is, and whether it is there. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, link, open, readFile, realpath, rm, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { StartError } from '../../config/leitor.ts';
import { type Banco, inTransaction } from '../db/banco.ts';
import { readSetting, settleSetting } from '../db/settings.ts';
import { codeOf } from './files.ts';

const MARCA = 'unipark-fotos';
/** The setting with the id of the installation's folder. */
export const AJUSTE_PASTA = 'arquivos_id';

/** The folder has no mark, or another one: an unmounted disk leaves an empty folder. */
export class FolderGone extends Error {
  code = 'ENOENT';
}

/** What a mark says; undefined without one. */
export const readMark = (arquivo: string): Promise<string | undefined> =>
  readFile(arquivo, 'utf8').then(
    (texto) => texto.trim(),
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    },
  );

/** Whether the folder was claimed by an installation. */
export const isMarked = async (dir: string): Promise<boolean> =>
  (await readMark(join(dir, MARCA))) !== undefined;

/** @throws {FolderGone} when the folder is not the one that was opened */
export async function requireMark(dir: string, id: string): Promise<void> {
  if ((await readMark(join(dir, MARCA))) !== id) throw new FolderGone(`no mark in ${dir}`);
}

/** Writes the mark; the first of several nodes wins. */
async function writeMark(dir: string, id: string): Promise<void> {
  const nova = join(dir, `${MARCA}.${randomUUID()}`);
  try {
    const arquivo = await open(nova, 'wx', 0o600);
    await arquivo.writeFile(`${id}\n`);
    await arquivo.sync();
    await arquivo.close();
    await link(nova, join(dir, MARCA));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(nova, { force: true }).catch(() => undefined);
  }
}

const isInside = (dir: string, outra: string): boolean =>
  dir === outra || dir.startsWith(`${outra}${sep}`);

const realOf = (path: string): Promise<string> => realpath(path).catch(() => path);

/** Folders that must not hold pictures. */
export interface KeptApart {
  dataDir: string;
  siteRoot: string;
}

/** Why this folder cannot hold the pictures, as a sentence; null when it can. */
export async function findObstacle(
  dir: string,
  { dataDir, siteRoot }: KeptApart,
): Promise<string | null> {
  const outra = 'Use outra pasta, como ARQUIVOS_DIR=/srv/unipark/fotos.';
  const estado = await stat(dir).catch(() => undefined);
  if (!estado) return `ARQUIVOS_DIR: a pasta ${dir} não existe. Crie a pasta ou monte o disco.`;
  if (!estado.isDirectory()) return `ARQUIVOS_DIR: ${dir} não é uma pasta. ${outra}`;
  const real = await realOf(dir);
  if (real === (await realOf(dataDir))) {
    return `ARQUIVOS_DIR: ${dir} é a pasta de dados (DATA_DIR). ${outra}`;
  }
  if (isInside(real, await realOf(siteRoot))) {
    return `ARQUIVOS_DIR: ${dir} fica dentro da pasta das páginas, que qualquer pessoa pode ler. ${outra}`;
  }
  try {
    await access(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    // A disk that became read-only still shows its pictures: the state of the folder says it.
    if (codeOf(error) !== 'EROFS') {
      return `ARQUIVOS_DIR: sem permissão para gravar em ${dir}. Ajuste a pasta ou use outra.`;
    }
  }
  return null;
}

/**
 * Whether the folder belongs to this database: the sentence of the refusal, or null. Another
 * installation would remove its pictures, because none of its own rows names them.
 */
export async function findForeign(db: Banco, dir: string): Promise<string | null> {
  const marca = await readMark(join(dir, MARCA));
  if (marca === undefined || marca === (await readSetting(db, AJUSTE_PASTA))) return null;
  return (
    `ARQUIVOS_DIR: a pasta ${dir} é de outra instalação do UNIPARK. Use outra pasta; ` +
    `se ela é desta, apague o arquivo ${join(dir, MARCA)}.`
  );
}

/**
 * Gives a folder without a mark to the installation with this id, which is being restored.
 * @throws {StartError} when it is no folder, or belongs to another installation
 */
export async function adoptFolder(dir: string, id: string): Promise<void> {
  const marca = await readMark(join(dir, MARCA)).catch(() => undefined);
  if (marca !== undefined && marca !== id) {
    throw new StartError(
      `ARQUIVOS_DIR: a pasta ${dir} é de outra instalação do UNIPARK. Use outra pasta.`,
    );
  }
  if (marca === id) return;
  await writeMark(dir, id).catch((error: unknown) => {
    throw new StartError(
      `ARQUIVOS_DIR: não foi possível gravar em ${dir} (${codeOf(error)}). A pasta existe e aceita arquivos?`,
    );
  });
}

/**
 * Claims the folder for the installation of this database, and answers the folder's id. A folder
 * without the mark is new while no row names a file (`isUsed`), and else a disk that is not mounted.
 * @throws {StartError} one sentence that names ARQUIVOS_DIR
 */
export async function claimFolder(
  db: Banco,
  dir: string,
  { isUsed, ...apart }: KeptApart & { isUsed: () => Promise<boolean> },
): Promise<string> {
  const motivo = (await findObstacle(dir, apart)) ?? (await findForeign(db, dir));
  if (motivo) throw new StartError(motivo);
  const id =
    (await readSetting(db, AJUSTE_PASTA)) ??
    (await inTransaction(db, (trx) => settleSetting(trx, AJUSTE_PASTA, randomUUID())));
  if ((await readMark(join(dir, MARCA))) !== undefined) return id;
  if (await isUsed()) {
    throw new StartError(
      `ARQUIVOS_DIR: a pasta ${dir} não tem as fotos desta instalação. Monte o disco ou copie a ` +
        `pasta antiga; se as fotos se perderam, grave ${id} no arquivo ${join(dir, MARCA)}.`,
    );
  }
  await writeMark(dir, id).catch((error: unknown) => {
    throw new StartError(
      `ARQUIVOS_DIR: não foi possível gravar em ${dir} (${codeOf(error)}). Confira o disco.`,
    );
  });
  return id;
}
