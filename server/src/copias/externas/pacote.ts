/**
 * A backup as one encrypted file: tar, gzip, age. `age -d` and `tar -xz` open it without this
 * program.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { StartError } from '../../config/leitor.ts';
import { BANCO, MANIFESTO, SEGREDO } from '../manifesto.ts';

export const SUFIXO = '.tar.gz.age';

const BLOCO = 512;
/** The numbers of a header have eleven octal digits; above, tar writes the bytes of the number. */
const OCTAL_MAX = 8 ** 11;
const ARQUIVOS = [MANIFESTO, BANCO, SEGREDO] as const;

const padOf = (bytes: number): number => (BLOCO - (bytes % BLOCO)) % BLOCO;

function writeSize(bloco: Buffer, bytes: number): void {
  if (bytes < OCTAL_MAX) {
    bloco.write(`${bytes.toString(8).padStart(11, '0')} `, 124);
    return;
  }
  bloco[124] = 0x80;
  bloco.writeBigUInt64BE(BigInt(bytes), 128);
}

const readSize = (bloco: Buffer): number =>
  bloco[124] === 0x80
    ? Number(bloco.readBigUInt64BE(128))
    : Number.parseInt(bloco.toString('latin1', 124, 135), 8);

function headerOf(nome: string, bytes: number, quando: number): Buffer {
  const bloco = Buffer.alloc(BLOCO);
  bloco.write(nome, 0, 100);
  bloco.write('0000600\0' + '0000000\0' + '0000000\0', 100);
  writeSize(bloco, bytes);
  bloco.write(
    `${Math.floor(quando / 1_000)
      .toString(8)
      .padStart(11, '0')} `,
    136,
  );
  // The sum counts its own field as blanks.
  bloco.write('        0', 148);
  bloco.write('ustar\0' + '00', 257);
  const soma = bloco.reduce((total, byte) => total + byte, 0);
  bloco.write(`${soma.toString(8).padStart(6, '0')}\0 `, 148);
  return bloco;
}

async function* streamTar(nome: string, abertos: [arquivo: string, FileHandle][]) {
  for (const [arquivo, aberto] of abertos) {
    const { size, mtimeMs } = await aberto.stat();
    yield headerOf(`${nome}/${arquivo}`, size, mtimeMs);
    let lidos = 0;
    for await (const parte of aberto.createReadStream({ autoClose: false })) {
      lidos += (parte as Buffer).length;
      yield parte as Buffer;
    }
    if (lidos !== size) throw new Error(`${arquivo} changed while it was read`);
    yield Buffer.alloc(padOf(size));
  }
  yield Buffer.alloc(2 * BLOCO);
}

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
  const abertos: [string, FileHandle][] = [];
  try {
    // All are open before the first byte goes: the rotation may remove the folder meanwhile.
    for (const arquivo of ARQUIVOS) {
      const aberto = await open(join(pasta, arquivo)).catch((error: NodeJS.ErrnoException) => {
        if (arquivo === SEGREDO && error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (aberto) abertos.push([arquivo, aberto]);
    }
    // Speed before size: the gate works on the same processor.
    const gzip = createGzip({ level: constants.Z_BEST_SPEED });
    const trabalho = pipeline(Readable.from(streamTar(nome, abertos)), gzip);
    // A fault reaches the reader of the stream.
    trabalho.catch(() => undefined);
    yield* await cifra.encrypt(Readable.toWeb(gzip) as ReadableStream<Uint8Array>);
    await trabalho;
  } finally {
    for (const [, aberto] of abertos) await aberto.close();
  }
}

/** Reads a stream in blocks of a wished size. */
function createLeitor(fluxo: AsyncIterable<Buffer>) {
  const partes = fluxo[Symbol.asyncIterator]();
  let resto: Buffer = Buffer.alloc(0);
  return {
    /** At most so many bytes, at least one; empty at the end. */
    async take(maximo: number): Promise<Buffer> {
      while (resto.length === 0) {
        const { done, value } = await partes.next();
        if (done) return resto;
        resto = value;
      }
      const parte = resto.subarray(0, maximo);
      resto = resto.subarray(parte.length);
      return parte;
    },
    async readBlock(): Promise<Buffer> {
      const bloco = Buffer.alloc(BLOCO);
      for (let cheio = 0; cheio < BLOCO; ) {
        const parte = await this.take(BLOCO - cheio);
        if (parte.length === 0) throw new Error('the package ends in the middle');
        cheio += parte.copy(bloco, cheio);
      }
      return bloco;
    },
  };
}

async function unpackTar(fluxo: AsyncIterable<Buffer>, pasta: string): Promise<void> {
  const leitor = createLeitor(fluxo);
  for (;;) {
    const cabeca = await leitor.readBlock();
    if (cabeca.every((byte) => byte === 0)) break;
    const caminho = cabeca.toString('utf8', 0, 100).replace(/\0.*$/s, '');
    const arquivo = ARQUIVOS.find((nome) => caminho.endsWith(`/${nome}`));
    if (!arquivo) throw new Error(`the package holds ${caminho}`);
    const aberto = await open(join(pasta, arquivo), 'wx', 0o600);
    try {
      const bytes = readSize(cabeca);
      for (let faltam = bytes; faltam > 0; ) {
        const parte = await leitor.take(faltam);
        if (parte.length === 0) throw new Error('the package ends in the middle');
        await aberto.writeFile(parte);
        faltam -= parte.length;
      }
      for (let faltam = padOf(bytes); faltam > 0; )
        faltam -= (await leitor.take(faltam)).length || faltam;
      await aberto.sync();
    } finally {
      await aberto.close();
    }
  }
  // The last encrypted block proves that nothing was cut off.
  while ((await leitor.take(BLOCO)).length > 0);
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
    const gunzip = createGunzip();
    const trabalho = pipeline(Readable.fromWeb(claro as never), gunzip);
    trabalho.catch(() => undefined);
    await unpackTar(gunzip, pasta);
    await trabalho;
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
