/**
 * A backup as one encrypted file: tar, gzip, age. `age -d` and `tar -xz` open it without this
 * program.
 */
import { existsSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { StartError } from '../../config/leitor.ts';
import { BANCO, CITADAS, DUMP, MANIFESTO, SEGREDO } from '../manifesto.ts';
import { bancoOf } from '../original.ts';

export const SUFIXO = '.tar.gz.age';

/** A backup has those of its database. */
const ARQUIVOS = [MANIFESTO, BANCO, DUMP, CITADAS, SEGREDO] as const;

/** @throws {StartError} when a key is not one of age */
export async function createCifra(chaves: readonly string[]) {
  const { Encrypter } = await import('age-encryption');
  const cifra = new Encrypter();
  try {
    for (const chave of chaves) cifra.addRecipient(chave);
  } catch (cause) {
    throw new StartError(
      'COPIAS_CHAVE não é uma chave pública do age. Confira se foi copiada inteira.',
      {
        cause,
      },
    );
  }
  return cifra;
}

/** The encrypted bytes of a backup's folder. */
export async function* packCopia(
  { pasta, nome }: { pasta: string; nome: string },
  chaves: readonly string[],
): AsyncGenerator<Uint8Array> {
  const cifra = await createCifra(chaves);
  const { packTar } = await import('modern-tar/fs');
  const banco = basename(bancoOf(pasta));
  const fontes = ARQUIVOS.filter(
    // Without one of the first two it is no backup: then the package fails.
    (arquivo) => [MANIFESTO, banco].includes(arquivo) || existsSync(join(pasta, arquivo)),
  ).map((arquivo) => ({
    type: 'file' as const,
    source: join(pasta, arquivo),
    target: `${nome}/${arquivo}`,
    mode: 0o600,
  }));
  // All are opened at once: the rotation may remove the folder while the first one goes.
  const tar = packTar(fontes, { concurrency: fontes.length });
  // Speed before size: the gate works on the same processor.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const trabalho = pipeline(tar, gzip);
  // A fault reaches the reader of the stream.
  trabalho.catch(() => undefined);
  try {
    yield* await cifra.encrypt(Readable.toWeb(gzip) as ReadableStream<Uint8Array>);
    await trabalho;
  } finally {
    tar.destroy();
  }
}

async function writeArquivos(fluxo: Readable, pasta: string): Promise<void> {
  const { unpackTar } = await import('modern-tar/fs');
  const filter = ({ name, type }: { name: string; type?: string }) => {
    if (type === 'file' && ARQUIVOS.some((arquivo) => arquivo === name)) return true;
    throw new Error(`the package holds ${name}`);
  };
  // Its end comes after the last encrypted block, which proves that nothing was cut off.
  await pipeline(
    fluxo,
    createGunzip(),
    unpackTar(pasta, { strict: true, strip: 1, fmode: 0o600, filter }),
  );
  for (const arquivo of await readdir(pasta)) {
    const aberto = await open(join(pasta, arquivo), 'r+');
    await aberto.sync().finally(() => aberto.close());
  }
}

/** @throws {StartError} when the text has no private key of age */
export async function createDecifra(identidade: string) {
  const { Decrypter } = await import('age-encryption');
  const decifra = new Decrypter();
  // As age-keygen writes it: comments, and a key on its line.
  const chaves = identidade.split(/\s+/).filter((palavra) => /^AGE-SECRET-KEY-/.test(palavra));
  try {
    for (const chave of chaves) decifra.addIdentity(chave);
    if (chaves.length > 0) return decifra;
  } catch {
    // Below: the key itself is in no message.
  }
  throw new StartError('O arquivo de --chave não tem uma chave privada do age (AGE-SECRET-KEY-…).');
}

/**
 * Opens the file of `packCopia` into an empty folder.
 * @throws {StartError} when the key is another one, or the file is not whole
 */
export async function unpackCopia(
  arquivo: string,
  { identidade, pasta }: { identidade: string; pasta: string },
): Promise<void> {
  const decifra = await createDecifra(identidade);
  const aberto = await open(arquivo).catch((cause: NodeJS.ErrnoException) => {
    throw new StartError(`Não foi possível ler ${arquivo} (${cause.code}).`, { cause });
  });
  try {
    const cifrado = Readable.toWeb(aberto.createReadStream({ autoClose: false }));
    const claro = await decifra
      .decrypt(cifrado as ReadableStream<Uint8Array>)
      .catch((cause: unknown) => {
        throw new StartError(
          `A chave não abre ${arquivo}: a cópia foi cifrada para outra, ou o arquivo não é uma cópia externa.`,
          { cause },
        );
      });
    await writeArquivos(Readable.fromWeb(claro as never), pasta);
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (cause instanceof StartError) throw cause;
    if (['ENOSPC', 'EDQUOT'].includes(code)) {
      throw new StartError(`Não há espaço para abrir a cópia em ${pasta}.`, { cause });
    }
    throw new StartError(`O arquivo ${arquivo} está danificado ou incompleto. Baixe-o de novo.`, {
      cause,
    });
  } finally {
    await aberto.close().catch(() => undefined);
  }
}
