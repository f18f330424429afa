/** Boxes of ISO base media files (ISO/IEC 14496-12 §4.2), cut out of a stream of bytes. */

/** A larger box is not a frame of a camera: the stream is corrupt. */
const MAXIMO = 8 * 1024 * 1024;
const CABECALHO = 8;

export interface Box {
  type: string;
  /** The whole box, with its header. */
  bytes: Buffer;
}

/** The bytes are not boxes, or a box is too large. */
export class BoxError extends Error {}

function sizeAt(bytes: Buffer, posicao: number): number {
  const tamanho = bytes.readUInt32BE(posicao);
  // Sizes 0 ('to the end') and 1 (64 bits) are valid in the standard, but no frame needs them.
  if (tamanho < CABECALHO || tamanho > MAXIMO) throw new BoxError(`box of ${tamanho} bytes`);
  return tamanho;
}

const typeAt = (bytes: Buffer, posicao: number): string =>
  bytes.toString('latin1', posicao + 4, posicao + CABECALHO);

/** Cuts a stream into whole boxes; a box may arrive in any number of pieces. */
export class BoxReader {
  #pedacos: Buffer[] = [];
  #total = 0;
  #falta = CABECALHO;

  /** @throws {BoxError} when the next bytes do not begin a box */
  push(pedaco: Buffer): Box[] {
    this.#pedacos.push(pedaco);
    this.#total += pedaco.length;
    if (this.#total < this.#falta) return [];
    const bytes = Buffer.concat(this.#pedacos, this.#total);
    const caixas: Box[] = [];
    let posicao = 0;
    this.#falta = CABECALHO;
    while (bytes.length - posicao >= CABECALHO) {
      const tamanho = sizeAt(bytes, posicao);
      this.#falta = tamanho;
      if (bytes.length - posicao < tamanho) break;
      const fim = posicao + tamanho;
      caixas.push({ type: typeAt(bytes, posicao), bytes: bytes.subarray(posicao, fim) });
      posicao = fim;
      this.#falta = CABECALHO;
    }
    this.#pedacos = [bytes.subarray(posicao)];
    this.#total = bytes.length - posicao;
    return caixas;
  }
}

function children(bytes: Buffer, inicio: number): Box[] {
  const caixas: Box[] = [];
  for (let posicao = inicio; posicao + CABECALHO <= bytes.length; ) {
    const fim = posicao + sizeAt(bytes, posicao);
    if (fim > bytes.length) throw new BoxError('box larger than its parent');
    caixas.push({ type: typeAt(bytes, posicao), bytes: bytes.subarray(posicao, fim) });
    posicao = fim;
  }
  return caixas;
}

/** The first box at the path `tipos` inside `bytes`; the children of `bytes` begin at `inicio`. */
export function findBox(bytes: Buffer, tipos: string[], inicio = CABECALHO): Buffer | undefined {
  const [tipo, ...resto] = tipos;
  const achada = children(bytes, inicio).find((caixa) => caixa.type === tipo)?.bytes;
  return achada === undefined || resto.length === 0 ? achada : findBox(achada, resto);
}

/** @throws {BoxError} when there is none */
export function getBox(bytes: Buffer, tipos: string[], inicio = CABECALHO): Buffer {
  const achada = findBox(bytes, tipos, inicio);
  if (!achada) throw new BoxError(`no ${tipos.join('/')}`);
  return achada;
}
