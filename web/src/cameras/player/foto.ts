import { isApiError } from '../../lib/wire/errors.ts';
import { request } from '../../lib/wire/http.ts';
import { pathOfCamera } from '../api.ts';
import { AO_VIVO, describeFalha } from '../situacao.ts';
import { getEspera, waitToRetry } from './espera.ts';
import type { PlaybackListener } from './transmissao.ts';
import { waitUntilSeen } from './visibilidade.ts';

const PASSO_MS = 1_000;

/** Decodes the picture apart: its element would be empty for some frames, and black. */
async function decode(url: string, signal: AbortSignal): Promise<void> {
  const apart = new Image();
  apart.src = url;
  try {
    await apart.decode();
    signal.throwIfAborted();
  } catch (erro) {
    URL.revokeObjectURL(url);
    throw erro;
  }
}

/** The address of the decoded picture in this page, and when it was taken, in milliseconds. */
async function fetchFoto(
  id: string,
  signal: AbortSignal,
): Promise<{ url: string; quando: number }> {
  const resposta = await request('GET', `${pathOfCamera(id)}/snapshot.jpg`, {
    headers: { accept: 'image/jpeg' },
    signal,
  });
  const url = URL.createObjectURL(await resposta.blob());
  // Before it is decoded: a page that is hidden meanwhile may decode it much later.
  const quando = Date.now() - (Number(resposta.headers.get('x-frame-age')) || 0) * 1_000;
  await decode(url, signal);
  return { url, quando };
}

/** Shows the camera's newest picture in `imagem` until `signal` aborts, while the page is visible. */
export async function showFotos(
  id: string,
  imagem: HTMLImageElement,
  { report, onFrame }: PlaybackListener,
  signal: AbortSignal,
): Promise<void> {
  let falhas = 0;
  let perdida: number | undefined;
  let mostrada = '';
  while (!signal.aborted) {
    await waitUntilSeen(signal);
    const inicio = Date.now();
    let espera: number;
    try {
      const { url, quando } = await fetchFoto(id, signal);
      imagem.src = url;
      URL.revokeObjectURL(mostrada);
      mostrada = url;
      falhas = 0;
      perdida = undefined;
      onFrame(quando);
      report(AO_VIVO);
      espera = Math.max(0, inicio + PASSO_MS - Date.now());
    } catch (erro) {
      if (signal.aborted || (isApiError(erro) && erro.status === 401)) break;
      perdida ??= Date.now();
      espera = getEspera(falhas);
      falhas += 1;
      report({
        fase: 'offline',
        aviso: describeFalha(erro),
        desde: perdida,
        proxima: Date.now() + espera,
      });
    }
    await waitToRetry(espera, signal);
  }
  URL.revokeObjectURL(mostrada);
}
