/** A looped clip of the repository, paced by the clock: the cameras of the demonstration. */
import { readFile } from 'node:fs/promises';
import { findBox, getBox } from '../engine/boxes.ts';
import { FragmentReader } from '../engine/fmp4.ts';
import type { Fragment, Init, Source, SourceListener } from './source.ts';

interface Clip {
  init: Init;
  /** Units of `tfdt` in a millisecond. */
  porMs: number;
  duracaoMs: number;
  frames: (Fragment & { emMs: number })[];
}

/** With a longer delay the machine was asleep: the clip continues from its last position. */
const ATRASO_MAXIMO_MS = 1_000;

/** Each clip is read once for any number of players. */
const clips = new Map<string, Promise<Clip>>();

export function readClip(arquivo: string): Promise<Clip> {
  const pronto = clips.get(arquivo) ?? parse(arquivo);
  clips.set(arquivo, pronto);
  pronto.catch(() => clips.delete(arquivo));
  return pronto;
}

async function parse(arquivo: string): Promise<Clip> {
  let init: Init | undefined;
  const frames: Clip['frames'] = [];
  let emMs = 0;
  const leitor = new FragmentReader({
    onInit: (lido) => {
      init = lido;
    },
    onFragment: (fragment) => {
      frames.push({ ...fragment, emMs });
      emMs += fragment.duracaoMs;
    },
  });
  leitor.push(await readFile(arquivo));
  if (!init || emMs === 0 || !frames[0]?.key) throw new Error(`no clip in ${arquivo}`);
  rewrite(frames[0].bytes, 1, 0);
  const moov = getBox(init.bytes, ['moov'], 0);
  const mdhd = getBox(moov, ['trak', 'mdia', 'mdhd']);
  const porMs = mdhd.readUInt32BE(mdhd[8] === 1 ? 28 : 20) / 1_000;
  return { init, frames, duracaoMs: emMs, porMs };
}

/** The frame `sequencia` at the time `instante` (in `tfdt` units) of an endless film. */
function rewrite(bytes: Buffer, sequencia: number, instante: number): Buffer {
  const copia = Buffer.from(bytes);
  const moof = getBox(copia, ['moof'], 0);
  getBox(moof, ['mfhd']).writeUInt32BE(sequencia >>> 0, 12);
  const tfdt = findBox(moof, ['traf', 'tfdt']);
  if (tfdt?.[8] !== 1) throw new Error('a looped clip needs tfdt of 64 bits');
  tfdt.writeBigUInt64BE(BigInt(Math.round(instante)), 12);
  return copia;
}

/** Plays the clip `arquivo` for ever, in its own time; ends only when there is no clip. */
export function loopSource(arquivo: string): Source {
  let timer: NodeJS.Timeout | undefined;
  let parada = false;

  function play(clip: Clip, ouvinte: SourceListener): void {
    const { frames, duracaoMs, porMs } = clip;
    let inicio = performance.now();
    let enviados = 0;
    const dueAt = (): number =>
      inicio +
      Math.floor(enviados / frames.length) * duracaoMs +
      (frames[enviados % frames.length]?.emMs ?? 0);

    function tick(): void {
      const agora = performance.now();
      if (agora - dueAt() > ATRASO_MAXIMO_MS) inicio += agora - dueAt();
      while (!parada && dueAt() <= agora) {
        const frame = frames[enviados % frames.length] as Fragment;
        const { key, duracaoMs: duracao } = frame;
        const bytes = rewrite(frame.bytes, enviados + 1, (dueAt() - inicio) * porMs);
        enviados += 1;
        ouvinte.onFragment({ bytes, key, duracaoMs: duracao });
      }
      if (!parada) timer = setTimeout(tick, Math.max(0, dueAt() - performance.now()));
    }
    ouvinte.onInit(clip.init);
    tick();
  }

  return {
    start(ouvinte) {
      readClip(arquivo).then(
        (clip) => {
          if (!parada) play(clip, ouvinte);
        },
        () => {
          if (!parada) ouvinte.onEnd('not_found');
        },
      );
    },
    async stop() {
      parada = true;
      clearTimeout(timer);
    },
  };
}
