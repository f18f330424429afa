import type { Camera, MensagemCamera } from '@unipark/contract/camera';
import { type CameraView, CONECTANDO, type EstadoServidor, getSituacao } from '../situacao.ts';
import { followFluxo } from './fluxo.ts';
import { createCena, type PictureElements, watchFrames } from './palco.ts';
import { isTipoSupported } from './tocador.ts';
import { createVigia, startLooking } from './vigia.ts';

export type PlaybackListener = {
  report: (situacao: CameraView) => void;
  /** A frame was presented; HLS also gives its delay (s). */
  onFrame: (agora: number, atraso?: number) => void;
};

export type ConnectionEnd = {
  /** Close code of the socket; undefined when no socket was opened. */
  codigo?: number;
  aberto: boolean;
  viu: boolean;
  /** The player closed it: frames arrived without a picture. */
  semImagem: boolean;
  /** The error of the request for a ticket. */
  erro?: unknown;
};

export type PlayedCamera = Pick<Camera, 'id' | 'tipo'>;

/** Plays one connection until it ends. */
export type StartPlayback = (
  camera: PlayedCamera,
  palco: PictureElements,
  ouvinte: PlaybackListener,
  signal: AbortSignal,
) => Promise<ConnectionEnd>;

/** The longest wait for a picture while frames arrive: the longest usual GOP and three seconds. */
const INICIO_MS = 8_000;

/** Plays our own stream; closes it when frames arrive without a picture. */
export const playFluxo: StartPlayback = async (
  { id, tipo },
  palco,
  { report, onFrame },
  signal,
) => {
  const desistir = new AbortController();
  const enquanto = AbortSignal.any([signal, desistir.signal]);
  const cena = createCena(palco);
  const vigia = createVigia();
  const fim: ConnectionEnd = { aberto: false, viu: false, semImagem: false };
  let servidor: EstadoServidor | undefined;
  /** Since when a picture is expected (ms). */
  let devida: number | undefined;

  const restart = (quando?: number) => {
    vigia.start();
    devida = quando;
  };
  const hear = (mensagem: MensagemCamera) => {
    if (mensagem.t === 'state') {
      if (mensagem.estado !== 'ao_vivo') restart();
      servidor = { ...mensagem, tipo };
    } else if (isTipoSupported(mensagem.tipo)) {
      restart(Date.now());
      // A stream cannot be resumed in the middle: a new connection sends its beginning.
      cena.start(mensagem.tipo, () => desistir.abort());
    } else {
      const desde = new Date().toISOString();
      servidor = { estado: 'offline', motivo: 'codec_unsupported', desde, tipo };
    }
    look();
  };
  const look = () => {
    const { agora, limite, dormiu } = vigia.look(Date.now(), document.hidden);
    cena.adjust(limite);
    if (dormiu) devida &&= agora;
    if (servidor) report(getSituacao(servidor, vigia.getLastFrame(), agora));
    if (agora - (vigia.getLastFrame() ?? devida ?? agora) > INICIO_MS) {
      fim.semImagem = true;
      desistir.abort();
    }
  };
  const seeFrame = () => {
    fim.viu = true;
    vigia.onFrame(Date.now());
    onFrame(Date.now());
  };

  startLooking(look, enquanto);
  watchFrames(palco, seeFrame, enquanto);
  try {
    const fecho = await followFluxo(id, { onMessage: hear, onVideo: cena.receive }, enquanto);
    return { ...fim, ...fecho };
  } catch (erro) {
    return { ...fim, erro };
  } finally {
    desistir.abort();
    cena.stop();
    if (fim.viu) report(CONECTANDO);
  }
};
