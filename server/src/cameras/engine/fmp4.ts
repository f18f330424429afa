/** Fragmented MP4, one frame per fragment: the decoder's init, key frames and durations. */

import type { Fragment, Init, SourceListener } from '../session/source.ts';
import { BoxError, BoxReader, findBox, getBox } from './boxes.ts';

/** Defaults for fields that fragments omit. */
interface Track {
  escala: number;
  duracao: number;
  flags: number;
}

const NAO_CHAVE = 0x10000;
/** ffmpeg is told to write one frame per fragment; a false number would keep the loop busy. */
const MAXIMO_QUADROS = 1_000;
/** A visual sample entry has its boxes after 86 bytes (ISO/IEC 14496-12 §12.1.3). */
const ENTRADA = 86;

function codecOf(entrada: Buffer): string {
  const avcC = findBox(entrada, ['avcC'], ENTRADA);
  if (avcC) return `avc1.${avcC.toString('hex', 9, 12).toUpperCase()}`;
  return entrada.toString('latin1', 4, 8);
}

/** Reads `moov`; a codec other than H.264 is named by its sample entry. */
export function readInit(ftyp: Buffer, moov: Buffer): { init: Init; faixa: Track } {
  const stsd = getBox(moov, ['trak', 'mdia', 'minf', 'stbl', 'stsd']);
  const entrada = stsd.subarray(16);
  const mdhd = getBox(moov, ['trak', 'mdia', 'mdhd']);
  const trex = getBox(moov, ['mvex', 'trex']);
  return {
    init: {
      bytes: Buffer.concat([ftyp, moov]),
      codec: codecOf(entrada),
      largura: entrada.readUInt16BE(32),
      altura: entrada.readUInt16BE(34),
    },
    faixa: {
      escala: mdhd.readUInt32BE(mdhd[8] === 1 ? 28 : 20),
      duracao: trex.readUInt32BE(20),
      flags: trex.readUInt32BE(28),
    },
  };
}

/** Durations and flags from the run, else from the fragment, else from the track. */
function readTraf(traf: Buffer, faixa: Track): { key: boolean; duracao: number } {
  const tfhd = getBox(traf, ['tfhd']);
  const trun = getBox(traf, ['trun']);
  const hasFlag = (caixa: Buffer, bit: number): boolean => (caixa.readUInt32BE(8) & bit) !== 0;
  let em = 16 + (hasFlag(tfhd, 0x1) ? 8 : 0) + (hasFlag(tfhd, 0x2) ? 4 : 0);
  const next = (caixa: Buffer): number => {
    em += 4;
    return caixa.readUInt32BE(em - 4);
  };
  const duracaoPadrao = hasFlag(tfhd, 0x8) ? next(tfhd) : faixa.duracao;
  if (hasFlag(tfhd, 0x10)) em += 4;
  let flags = hasFlag(tfhd, 0x20) ? next(tfhd) : faixa.flags;

  em = hasFlag(trun, 0x1) ? 20 : 16;
  if (hasFlag(trun, 0x4)) flags = next(trun);
  let duracao = 0;
  const quantos = trun.readUInt32BE(12);
  if (quantos > MAXIMO_QUADROS) throw new BoxError(`${quantos} frames in a fragment`);
  for (let i = 0; i < quantos; i++) {
    duracao += hasFlag(trun, 0x100) ? next(trun) : duracaoPadrao;
    if (hasFlag(trun, 0x200)) em += 4;
    const proprias = hasFlag(trun, 0x400) ? next(trun) : flags;
    if (i === 0) flags = proprias;
    if (hasFlag(trun, 0x800)) em += 4;
  }
  return { key: (flags & NAO_CHAVE) === 0, duracao };
}

/** Turns an engine's bytes into init and fragments; other boxes are skipped. */
export class FragmentReader {
  readonly #caixas = new BoxReader();
  readonly #ouvinte: Pick<SourceListener, 'onInit' | 'onFragment'>;
  #ftyp: Buffer | undefined;
  #moof: Buffer | undefined;
  #faixa: Track | undefined;

  constructor(ouvinte: Pick<SourceListener, 'onInit' | 'onFragment'>) {
    this.#ouvinte = ouvinte;
  }

  /** @throws {BoxError} when the bytes are not such a stream */
  push(pedaco: Buffer): void {
    try {
      for (const { type, bytes } of this.#caixas.push(pedaco)) this.#take(type, bytes);
    } catch (error) {
      // A box shorter than its own fields makes the read go past its end.
      throw error instanceof RangeError ? new BoxError('short box', { cause: error }) : error;
    }
  }

  #take(type: string, bytes: Buffer): void {
    if (type === 'ftyp') this.#ftyp = bytes;
    if (type === 'moof') this.#moof = bytes;
    if (type === 'moov' && this.#ftyp) {
      const { init, faixa } = readInit(this.#ftyp, bytes);
      this.#faixa = faixa;
      this.#ouvinte.onInit(init);
    }
    if (type === 'mdat' && this.#moof && this.#faixa) {
      const moof = this.#moof;
      this.#moof = undefined;
      this.#ouvinte.onFragment(readFragment(moof, bytes, this.#faixa));
    }
  }
}

function readFragment(moof: Buffer, mdat: Buffer, faixa: Track): Fragment {
  const { key, duracao } = readTraf(getBox(moof, ['traf']), faixa);
  const duracaoMs = (duracao * 1_000) / faixa.escala;
  return { bytes: Buffer.concat([moof, mdat]), key, duracaoMs };
}

const SPS = 7;

/**
 * The sequence parameter set inside a frame of H.264, if present. A camera that changes its picture
 * while sending announces it only there (ITU-T H.264 §7.3.2.1).
 */
export function findSps(fragment: Buffer): Buffer | undefined {
  const mdat = getBox(fragment, ['mdat'], 0);
  for (let em = 8; em + 5 <= mdat.length; ) {
    const fim = em + 4 + mdat.readUInt32BE(em);
    if ((mdat.readUInt8(em + 4) & 0x1f) === SPS) return mdat.subarray(em + 4, fim);
    em = fim;
  }
  return undefined;
}
