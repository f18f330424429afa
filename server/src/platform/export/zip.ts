/** A ZIP archive that is written as it is read: Node deflates beside the event loop. */
import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { ZipInputFile } from 'fflate';

export interface ArchiveEntry {
  nome: string;
  /** Its text, or bytes such as a picture, in groups; those of a group are made one by one. */
  grupos: AsyncIterable<Iterable<string | Uint8Array>>;
}

const DEFLATE = 8;
const VAZIO = new Uint8Array();
/** Bytes deflated at once. */
const BLOCO = 65_536;
/** The most bytes of one UTF-16 unit. */
const BYTES_POR_UNIDADE = 3;

/**
 * Deflates the texts through one buffer: a hundred thousand rows of their own buffers would be
 * garbage for longer than they are used.
 */
async function* deflate(
  { grupos }: ArchiveEntry,
  onBytes: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const motor = createDeflateRaw();
  const saidas: Uint8Array<ArrayBuffer>[] = [];
  // Always taken, or the engine would wait: one block gives about as much at the most.
  motor.on('data', (pedaco: Buffer<ArrayBuffer>) => saidas.push(pedaco));
  const bloco = Buffer.allocUnsafe(BLOCO);
  let cheio = 0;
  /** When it answers, the bytes may be overwritten. */
  async function* flush(bytes: Uint8Array) {
    onBytes(bytes);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    motor.write(bytes, (erro) => (erro ? reject(erro) : resolve()));
    await promise;
    yield* saidas.splice(0);
  }
  try {
    for await (const grupo of grupos) {
      for (const texto of grupo) {
        const cabe = typeof texto === 'string' ? texto.length * BYTES_POR_UNIDADE : Infinity;
        if (cheio + cabe > BLOCO) {
          yield* flush(bloco.subarray(0, cheio));
          cheio = 0;
        }
        if (typeof texto !== 'string') yield* flush(texto);
        else if (cabe > BLOCO) yield* flush(Buffer.from(texto));
        else cheio += bloco.write(texto, cheio);
      }
    }
    yield* flush(bloco.subarray(0, cheio));
    const fim = once(motor, 'end');
    motor.end();
    await fim;
    yield* saidas;
  } finally {
    motor.destroy();
  }
}

/** The archive piece by piece; an error of an entry ends it before its directory is written. */
export async function* writeZip(entradas: AsyncIterable<ArchiveEntry>): AsyncGenerator<Uint8Array> {
  const { Zip } = await import('fflate');
  let prontos: Uint8Array[] = [];
  const zip = new Zip((erro, pedaco) => {
    if (erro) throw erro;
    prontos.push(pedaco);
  });
  const take = (): Uint8Array[] => {
    const levados = prontos;
    prontos = [];
    return levados;
  };

  for await (const entrada of entradas) {
    const arquivo: ZipInputFile = { filename: entrada.nome, compression: DEFLATE, crc: 0, size: 0 };
    zip.add(arquivo);
    const pedacos = deflate(entrada, (bytes) => {
      arquivo.crc = crc32(bytes, arquivo.crc);
      arquivo.size += bytes.length;
    });
    for await (const pedaco of pedacos) {
      arquivo.ondata?.(null, pedaco, false);
      yield* take();
    }
    arquivo.ondata?.(null, VAZIO, true);
    yield* take();
  }
  zip.end();
  yield* take();
}
