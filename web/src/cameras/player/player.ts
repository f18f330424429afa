import { type Camera, MOTIVOS_CAMERA } from '@unipark/contract/camera';
import { isApiError } from '../../lib/wire/errors.ts';
import { logFailure } from '../../lib/wire/log.ts';
import { describeFalha } from '../situacao.ts';
import { getEspera, waitToRetry } from './espera.ts';
import { SESSAO_ENCERRADA, VOLTE_LOGO } from './fluxo.ts';
import { type PictureElements, releaseVideo } from './palco.ts';
import {
  type ConnectionEnd,
  type PlaybackListener,
  type PlayedCamera,
  playFluxo,
  type StartPlayback,
} from './transmissao.ts';
import { abortWhenHidden, waitUntilSeen } from './visibilidade.ts';

/** After this time in the background the page stops watching. */
const OCULTA_MS = 30_000;

const NAO_ABRIU = 'A conexão de vídeo não abriu. Tentando de novo…';

/** Why no picture is shown; undefined while the stream is being resumed. */
function describeFim({ erro, semImagem, aberto, codigo }: ConnectionEnd): string | undefined {
  if (erro) return describeFalha(erro);
  if (semImagem) return MOTIVOS_CAMERA.stalled;
  // A full server refuses the ticket already: a proxy in front may not pass the connection.
  return aberto || codigo === VOLTE_LOGO ? undefined : NAO_ABRIU;
}

/** The server asked for another try, which is not a failure. */
const isRetryRequested = ({ codigo }: ConnectionEnd): boolean =>
  codigo === VOLTE_LOGO || codigo === SESSAO_ENCERRADA;

/** Keeps one camera on screen until `signal` aborts, and retries after each fault. */
async function keepPlaying(
  play: StartPlayback,
  camera: PlayedCamera,
  palco: PictureElements,
  ouvinte: PlaybackListener,
  signal: AbortSignal,
): Promise<void> {
  let falhas = 0;
  let perdida: number | undefined;
  while (!signal.aborted) {
    await waitUntilSeen(signal);
    const acabou = new AbortController();
    const oculta = abortWhenHidden(OCULTA_MS, AbortSignal.any([signal, acabou.signal]));
    const fim = await play(camera, palco, ouvinte, AbortSignal.any([signal, oculta]));
    acabou.abort();
    if (oculta.aborted) releaseVideo(palco);
    // Signed out: the guard shows the login.
    if (signal.aborted || (isApiError(fim.erro) && fim.erro.status === 401)) break;
    if (fim.viu) {
      falhas = 0;
      perdida = undefined;
    }
    if (oculta.aborted) continue;

    perdida ??= Date.now();
    const pedida = isApiError(fim.erro) ? (fim.erro.esperar ?? 0) * 1_000 : 0;
    const espera = Math.max(getEspera(falhas), pedida);
    const aviso = describeFim(fim);
    if (aviso) {
      const proxima = Date.now() + espera;
      ouvinte.report({ fase: 'offline', aviso, desde: perdida, proxima });
      logFailure(`camera ${camera.id}`, fim.erro ?? aviso);
    }
    if (!isRetryRequested(fim)) falhas += 1;
    await waitToRetry(espera, signal);
  }
  releaseVideo(palco);
}

/** The HLS player is large and few cameras need it: it is loaded for them. */
const playHls: StartPlayback = async (...tudo) => {
  try {
    return await (await import('./hls.ts')).playHls(...tudo);
  } catch (erro) {
    return { aberto: false, viu: false, semImagem: false, erro };
  }
};

/** Plays a camera in these elements; the returned function stops it. */
export function playCamera(
  camera: Camera,
  palco: PictureElements,
  ouvinte: PlaybackListener,
): () => void {
  const parar = new AbortController();
  void keepPlaying(
    camera.modo === 'hls' ? playHls : playFluxo,
    camera,
    palco,
    ouvinte,
    parar.signal,
  );
  return () => parar.abort();
}
