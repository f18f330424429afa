/** The files as a power cut leaves them: synchronised bytes are there, later ones perhaps. */
import type { DiskCall } from './registro.ts';

const SETOR = 512;

/** What becomes of bytes that were not synchronised. */
export type Destino = 'perdidas' | 'algumas' | 'rasgadas';
export const DESTINOS: Destino[] = ['perdidas', 'algumas', 'rasgadas'];

type FileChange = Extract<DiskCall, { tipo: 'escrita' | 'corte' }>;

/** A file's certain bytes, and the changes after its last synchronisation. */
export class FileOnDisk {
  #certo: Buffer;
  #pendentes: FileChange[] = [];

  constructor(inicial: Buffer) {
    this.#certo = inicial;
  }

  change(mudanca: FileChange): void {
    this.#pendentes.push(mudanca);
  }

  sync(): void {
    for (const mudanca of this.#pendentes) this.#certo = apply(this.#certo, mudanca);
    this.#pendentes = [];
  }

  /** The file after a cut at this moment. */
  image(destino: Destino, random: () => number): Buffer {
    let imagem: Buffer = Buffer.from(this.#certo);
    if (destino === 'perdidas') return imagem;
    for (const mudanca of this.#pendentes) {
      for (const parte of destino === 'rasgadas' ? splitSetores(mudanca) : [mudanca]) {
        if (random() < 0.5) imagem = apply(imagem, parte);
      }
    }
    return imagem;
  }
}

function apply(antes: Buffer, mudanca: FileChange): Buffer {
  if (mudanca.tipo === 'corte') {
    const depois = Buffer.alloc(mudanca.tamanho);
    antes.copy(depois, 0, 0, mudanca.tamanho);
    return depois;
  }
  const fim = mudanca.posicao + mudanca.bytes.length;
  const depois =
    fim > antes.length ? Buffer.concat([antes, Buffer.alloc(fim - antes.length)]) : antes;
  mudanca.bytes.copy(depois, mudanca.posicao);
  return depois;
}

/** A write in the sectors of the drive. */
function splitSetores(mudanca: FileChange): FileChange[] {
  if (mudanca.tipo === 'corte') return [mudanca];
  const partes: FileChange[] = [];
  for (let i = 0; i < mudanca.bytes.length; i += SETOR) {
    const bytes = mudanca.bytes.subarray(i, i + SETOR);
    partes.push({ ...mudanca, posicao: mudanca.posicao + i, bytes });
  }
  return partes;
}
