/** A copy that a person brought back: a folder, or the encrypted file of a place outside. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { StartError } from '../../config/leitor.ts';
import { FOTOS, readFoto } from '../fotos.ts';
import { openedOf } from '../restauracao.ts';
import { createFotosCifradas } from './fotosExternas.ts';
import { SUFIXO, unpackCopia } from './pacote.ts';

export interface CopiaAberta {
  /** The folder with the database and its manifest. */
  pasta: string;
  /** A picture beside the copy; undefined where it is missing. */
  readFoto: (foto: string) => Promise<Uint8Array | undefined>;
  /** Removes what was opened. */
  close: () => Promise<void>;
}

async function readChave(chave: string): Promise<string> {
  return readFile(resolve(chave), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new StartError(`Não foi possível ler a chave em ${resolve(chave)} (${cause.code}).`, {
      cause,
    });
  });
}

/** @throws {StartError} when the file needs a key, or the key does not open it */
export async function openCopia(
  lugar: string,
  { dataDir, chave }: { dataDir: string; chave: string | undefined },
): Promise<CopiaAberta> {
  const isArquivo = (await stat(lugar).catch(() => undefined))?.isFile() === true;
  if (!isArquivo) {
    const fotos = join(dirname(lugar), FOTOS);
    return { pasta: lugar, readFoto: (foto) => readFoto(fotos, foto), close: async () => {} };
  }
  if (chave === undefined) {
    throw new StartError('A cópia é cifrada. Diga onde está a chave privada: --chave ARQUIVO');
  }
  const identidade = await readChave(chave);
  // Beside the data: it is the whole register, and goes there in any case.
  const raiz = openedOf(dataDir);
  const pasta = join(raiz, basename(lugar).replace(SUFIXO, ''));
  const close = () => rm(raiz, { recursive: true, force: true });
  await close();
  try {
    await mkdir(pasta, { recursive: true, mode: 0o700 });
    await unpackCopia(lugar, { identidade, pasta });
    const readCifrada = await createFotosCifradas(dirname(lugar), identidade);
    return { pasta, readFoto: readCifrada, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** `unipark backup chave ARQUIVO`: writes the private key, answers the public one. */
export async function createChave(arquivo: string): Promise<string> {
  if (existsSync(arquivo)) throw new StartError(`O arquivo ${arquivo} já existe. Escolha outro.`);
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
  const privada = await generateX25519Identity();
  const publica = await identityToRecipient(privada);
  const texto = `# public key: ${publica}\n${privada}\n`;
  await writeFile(arquivo, texto, { mode: 0o600, flag: 'wx', flush: true });
  return publica;
}
