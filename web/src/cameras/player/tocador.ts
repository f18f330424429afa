import { logFailure } from '../../lib/wire/log.ts';
import { decidePlayback } from './borda.ts';

declare global {
  interface Window {
    /** Safari's, the only one on the iPhone: it may evict buffered video. */
    ManagedMediaSource?: typeof MediaSource;
  }
}

const Fonte = (): typeof MediaSource | undefined =>
  window.ManagedMediaSource ?? (window.MediaSource as typeof MediaSource | undefined);

/** Whether this browser plays video from fragments. */
export const canPlayVideo = (): boolean => Fonte() !== undefined;

/** Whether it supports the codec of this MIME type. */
export const isTipoSupported = (tipo: string): boolean => Fonte()?.isTypeSupported(tipo) ?? false;

/** The most bytes that may wait to be appended; beyond it the player fails. */
const FILA_MAX = 8 * 1024 * 1024;

export type Player = {
  receive: (bytes: ArrayBuffer) => void;
  /** Keeps the picture close to the newest frame; at a delay above `limite` seconds it jumps. */
  adjust: (limite: number) => void;
  close: () => void;
};

function joinPedacos(pedacos: readonly ArrayBuffer[]): ArrayBuffer {
  if (pedacos.length === 1 && pedacos[0]) return pedacos[0];
  const inteiro = new Uint8Array(pedacos.reduce((soma, { byteLength }) => soma + byteLength, 0));
  let lugar = 0;
  for (const pedaco of pedacos) {
    inteiro.set(new Uint8Array(pedaco), lugar);
    lugar += pedaco.byteLength;
  }
  return inteiro.buffer;
}

/** Plays the fragments of one stream in `video`. It calls `onFailure` once and is unusable afterwards. */
export function createTocador(
  video: HTMLVideoElement,
  tipo: string,
  onFailure: () => void,
): Player {
  const Classe = Fonte();
  if (!Classe) throw new Error('no MediaSource');
  const fonte = new Classe();
  let fila: ArrayBuffer[] = [];
  let naFila = 0;
  let buffer: SourceBuffer | undefined;
  let fechado = false;

  const close = () => {
    fechado = true;
    fila = [];
    video.removeEventListener('error', fail);
  };
  const fail = (error: unknown) => {
    if (fechado) return;
    close();
    logFailure('video', video.error ?? error);
    onFailure();
  };
  /** The browser owns the buffer and may have closed it. */
  const tryBuffer = (act: (buffer: SourceBuffer) => void) => {
    if (fechado || !buffer) return;
    try {
      act(buffer);
    } catch (error) {
      fail(error);
    }
  };

  const appendNext = () =>
    tryBuffer((pronto) => {
      if (pronto.updating || fila.length === 0) return;
      const bytes = joinPedacos(fila);
      fila = [];
      naFila = 0;
      pronto.appendBuffer(bytes);
    });

  const adjust = (limite: number) =>
    tryBuffer((pronto) => {
      const { buffered } = pronto;
      const ultimo = buffered.length - 1;
      if (ultimo < 0 || video.seeking) return;
      const { taxa, saltar, cortar } = decidePlayback({
        inicio: buffered.start(ultimo),
        fim: buffered.end(ultimo),
        guardado: buffered.start(0),
        agora: video.currentTime,
        limite,
      });
      if (saltar !== undefined) video.currentTime = saltar;
      if (video.playbackRate !== taxa) video.playbackRate = taxa;
      if (cortar !== undefined && !pronto.updating) pronto.remove(0, cortar);
      // The browser pauses it to save power or in the background. A refused play is tried again.
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
        return fail(error);
      }
      buffer.addEventListener('updateend', appendNext);
      buffer.addEventListener('error', fail);
      appendNext();
    },
    { once: true },
  );
  video.addEventListener('error', fail);
  video.disableRemotePlayback = true;
  video.src = url;

  return {
    receive(bytes) {
      if (fechado) return;
      fila.push(bytes);
      naFila += bytes.byteLength;
      if (naFila > FILA_MAX) fail(new Error('queue full'));
      else appendNext();
    },
    adjust: adjust,
    close: close,
  };
}
