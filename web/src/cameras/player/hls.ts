import { hlsPathOf } from '@unipark/contract/camera';
import Hls from 'hls.js/light';
import { bearerToken } from '../../lib/session/session.ts';
import { request } from '../../lib/wire/http.ts';
import { CONECTANDO, type EstadoServidor, getSituacao } from '../situacao.ts';
import { holdPicture, watchFrames } from './palco.ts';
import type { StartPlayback } from './transmissao.ts';
import { createVigia, startLooking } from './vigia.ts';

const NO_AR: EstadoServidor = { estado: 'ao_vivo', motivo: null, desde: '' };
/** A segment lasts some seconds, and three are loaded before the first picture. */
const INICIO_MS = 30_000;

/** The server's error for the playlist: the HLS player gives no reason. */
async function findMotivo(indice: string, signal: AbortSignal): Promise<unknown> {
  try {
    await request('GET', indice, { headers: { accept: '*/*' }, signal });
    return undefined;
  } catch (error) {
    return error;
  }
}

/** HLS of a camera, through our server, with its delay of some seconds. */
export const playHls: StartPlayback = async ({ id }, palco, { report, onFrame }, signal) => {
  const indice = hlsPathOf(id);
  const acabou = new AbortController();
  const enquanto = AbortSignal.any([signal, acabou.signal]);
  const vigia = createVigia();
  let devida = Date.now();
  let quebrou = false;
  let semImagem = false;

  const hls = new Hls({
    // The page's policy allows no worker from a blob.
    enableWorker: false,
    backBufferLength: 12,
    maxBufferLength: 20,
    liveSyncDurationCount: 3,
    liveMaxLatencyDurationCount: 6,
    maxLiveSyncPlaybackRate: 1.5,
    // A segment does not inherit the playlist's header, so each request sets it.
    xhrSetup: (xhr) => xhr.setRequestHeader('authorization', `Bearer ${bearerToken() ?? ''}`),
  });
  hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
    if (!fatal) return;
    quebrou = true;
    acabou.abort();
  });
  watchFrames(
    palco,
    () => {
      vigia.onFrame(Date.now());
      onFrame(Date.now(), hls.latency);
    },
    enquanto,
  );
  startLooking(() => {
    const { agora, dormiu } = vigia.look(Date.now(), document.hidden);
    if (dormiu) devida = agora;
    report(getSituacao(NO_AR, vigia.getLastFrame(), agora));
    semImagem = agora - (vigia.getLastFrame() ?? devida) > INICIO_MS;
    if (semImagem) acabou.abort();
    if (palco.video.paused) palco.video.play().catch(() => {});
  }, enquanto);

  holdPicture(palco);
  hls.loadSource(indice);
  hls.attachMedia(palco.video);
  await new Promise<void>((resolve) => {
    enquanto.addEventListener('abort', () => resolve());
    if (enquanto.aborted) resolve();
  });
  holdPicture(palco);
  hls.destroy();
  const viu = vigia.getLastFrame() !== null;
  if (viu) report(CONECTANDO);
  const erro = quebrou && !signal.aborted ? await findMotivo(indice, signal) : undefined;
  return { aberto: true, viu, semImagem, erro };
};
