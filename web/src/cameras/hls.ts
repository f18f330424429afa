import { enderecoHls } from '@unipark/contract/camera';
import Hls from 'hls.js/light';
import { request } from '../lib/http.ts';
import { bearerToken } from '../lib/session.ts';

import { aCadaQuadro, segurar } from './palco.ts';
import { CONECTANDO, type EstadoServidor, situacaoDe } from './situacao.ts';
import type { Tocar } from './transmissao.ts';
import { aCadaPasso, createVigia } from './vigia.ts';

const NO_AR: EstadoServidor = { estado: 'ao_vivo', motivo: null, desde: '' };
/** Segments last some seconds, and three are fetched before the first picture. */
const INICIO_MS = 30_000;

/** What the server says of the playlist: the player itself knows no reasons. */
async function motivoDe(indice: string, signal: AbortSignal): Promise<unknown> {
  try {
    await request('GET', indice, { headers: { accept: '*/*' }, signal });
    return undefined;
  } catch (error) {
    return error;
  }
}

/** The camera's own HLS, through our server: some seconds late, as it is delivered. */
export const tocarHls: Tocar = async (id, palco, { relatar, aoQuadro }, signal) => {
  const indice = enderecoHls(id);
  const acabou = new AbortController();
  const enquanto = AbortSignal.any([signal, acabou.signal]);
  const vigia = createVigia();
  let devida = Date.now();
  let quebrou = false;
  let semImagem = false;

  const hls = new Hls({
    // The page's policy has no workers made of text.
    enableWorker: false,
    backBufferLength: 12,
    maxBufferLength: 20,
    liveSyncDurationCount: 3,
    liveMaxLatencyDurationCount: 6,
    maxLiveSyncPlaybackRate: 1.5,
    // Segments do not inherit anything from the playlist's address: each brings the header.
    xhrSetup: (xhr) => xhr.setRequestHeader('authorization', `Bearer ${bearerToken() ?? ''}`),
  });
  hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
    if (!fatal) return;
    quebrou = true;
    acabou.abort();
  });
  aCadaQuadro(
    palco,
    () => {
      vigia.aoQuadro(Date.now());
      aoQuadro(Date.now(), hls.latency);
    },
    enquanto,
  );
  aCadaPasso(() => {
    const { agora, dormiu } = vigia.olhar(Date.now(), document.hidden);
    if (dormiu) devida = agora;
    relatar(situacaoDe(NO_AR, vigia.ultimoQuadro(), agora));
    semImagem = agora - (vigia.ultimoQuadro() ?? devida) > INICIO_MS;
    if (semImagem) acabou.abort();
    if (palco.video.paused) palco.video.play().catch(() => {});
  }, enquanto);

  segurar(palco);
  hls.loadSource(indice);
  hls.attachMedia(palco.video);
  await new Promise<void>((resolve) => {
    enquanto.addEventListener('abort', () => resolve());
    if (enquanto.aborted) resolve();
  });
  segurar(palco);
  hls.destroy();
  const viu = vigia.ultimoQuadro() !== null;
  if (viu) relatar(CONECTANDO);
  const erro = quebrou && !signal.aborted ? await motivoDe(indice, signal) : undefined;
  return { aberto: true, viu, semImagem, erro };
};
