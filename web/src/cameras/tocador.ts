import { logFailure } from '../lib/log.ts';
import { decidir } from './borda.ts';

declare global {
  interface Window {
    /** Safari's, alone on the iPhone: it may forget what it likes. */
    ManagedMediaSource?: typeof MediaSource;
  }
}

const Fonte = (): typeof MediaSource | undefined =>
  window.ManagedMediaSource ?? (window.MediaSource as typeof MediaSource | undefined);

/** Whether this browser can be fed with video piece by piece. */
export const tocaVideo = (): boolean => Fonte() !== undefined;

/** Whether it knows the codec of this MIME type. */
export const conheceTipo = (tipo: string): boolean => Fonte()?.isTypeSupported(tipo) ?? false;

/** What waits to be appended; more means that nothing is taken any more. */
const FILA_MAX = 8 * 1024 * 1024;

export type Tocador = {
  receber: (bytes: ArrayBuffer) => void;
  /** Stays at the edge; what is further behind than `limite` seconds is jumped. */
  conferir: (limite: number) => void;
  fechar: () => void;
};

function juntar(pedacos: readonly ArrayBuffer[]): ArrayBuffer {
  if (pedacos.length === 1 && pedacos[0]) return pedacos[0];
  const inteiro = new Uint8Array(pedacos.reduce((soma, { byteLength }) => soma + byteLength, 0));
  let lugar = 0;
  for (const pedaco of pedacos) {
    inteiro.set(new Uint8Array(pedaco), lugar);
    lugar += pedaco.byteLength;
  }
  return inteiro.buffer;
}

/** Plays fragments of one stream in `video`. After `onFalha`, called once, it is of no use. */
export function createTocador(video: HTMLVideoElement, tipo: string, onFalha: () => void): Tocador {
  const Classe = Fonte();
  if (!Classe) throw new Error('no MediaSource');
  const fonte = new Classe();
  let fila: ArrayBuffer[] = [];
  let naFila = 0;
  let buffer: SourceBuffer | undefined;
  let fechado = false;

  const fechar = () => {
    fechado = true;
    fila = [];
    video.removeEventListener('error', falhar);
  };
  const falhar = (error: unknown) => {
    if (fechado) return;
    fechar();
    logFailure('video', video.error ?? error);
    onFalha();
  };
  /** The buffer is the browser's: it may have closed it under our hands. */
  const tentar = (acao: (buffer: SourceBuffer) => void) => {
    if (fechado || !buffer) return;
    try {
      acao(buffer);
    } catch (error) {
      falhar(error);
    }
  };

  const avancar = () =>
    tentar((pronto) => {
      if (pronto.updating || fila.length === 0) return;
      const bytes = juntar(fila);
      fila = [];
      naFila = 0;
      pronto.appendBuffer(bytes);
    });

  const conferir = (limite: number) =>
    tentar((pronto) => {
      const { buffered } = pronto;
      const ultimo = buffered.length - 1;
      if (ultimo < 0 || video.seeking) return;
      const { taxa, saltar, cortar } = decidir({
        inicio: buffered.start(ultimo),
        fim: buffered.end(ultimo),
        guardado: buffered.start(0),
        agora: video.currentTime,
        limite,
      });
      if (saltar !== undefined) video.currentTime = saltar;
      if (video.playbackRate !== taxa) video.playbackRate = taxa;
      if (cortar !== undefined && !pronto.updating) pronto.remove(0, cortar);
      // Paused by the browser, to save power or behind another tab. Refused, it is tried again.
      if (video.paused) video.play().catch(() => {});
    });

  const url = URL.createObjectURL(fonte);
  fonte.addEventListener(
    'sourceopen',
    () => {
      URL.revokeObjectURL(url);
      if (fechado) return;
      try {
        buffer = fonte.addSourceBuffer(tipo);
      } catch (error) {
        return falhar(error);
      }
      buffer.addEventListener('updateend', avancar);
      buffer.addEventListener('error', falhar);
      avancar();
    },
    { once: true },
  );
  video.addEventListener('error', falhar);
  video.disableRemotePlayback = true;
  video.src = url;

  return {
    receber(bytes) {
      if (fechado) return;
      fila.push(bytes);
      naFila += bytes.byteLength;
      if (naFila > FILA_MAX) falhar(new Error('queue full'));
      else avancar();
    },
    conferir,
    fechar,
  };
}
