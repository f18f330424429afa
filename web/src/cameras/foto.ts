import { isApiError } from '../lib/errors.ts';
import { request } from '../lib/http.ts';
import { enderecoCamera } from './api.ts';
import { esperaDe, esperar } from './espera.ts';
import { AO_VIVO, avisoDe } from './situacao.ts';
import type { Ouvinte } from './transmissao.ts';
import { serVista } from './visibilidade.ts';

/** One picture a second. */
const PASSO_MS = 1_000;

/** The picture's address within this page, and how old it was when it came (s). */
async function pedirFoto(id: string, signal: AbortSignal): Promise<{ url: string; idade: number }> {
  const resposta = await request('GET', `${enderecoCamera(id)}/snapshot.jpg`, {
    headers: { accept: 'image/jpeg' },
    signal,
  });
  const url = URL.createObjectURL(await resposta.blob());
  return { url, idade: Number(resposta.headers.get('x-frame-age')) || 0 };
}

/** Keeps `imagem` showing the camera's newest picture until `signal`, while the page is seen. */
export async function fotografar(
  id: string,
  imagem: HTMLImageElement,
  { relatar, aoQuadro }: Ouvinte,
  signal: AbortSignal,
): Promise<void> {
  let falhas = 0;
  let perdida: number | undefined;
  let mostrada = '';
  while (!signal.aborted) {
    await serVista(signal);
    const inicio = Date.now();
    let espera: number;
    try {
      const { url, idade } = await pedirFoto(id, signal);
      imagem.src = url;
      URL.revokeObjectURL(mostrada);
      mostrada = url;
      falhas = 0;
      perdida = undefined;
      aoQuadro(Date.now() - idade * 1_000);
      relatar(AO_VIVO);
      espera = Math.max(0, inicio + PASSO_MS - Date.now());
    } catch (erro) {
      if (signal.aborted || (isApiError(erro) && erro.status === 401)) break;
      perdida ??= Date.now();
      espera = esperaDe(falhas);
      falhas += 1;
      relatar({
        fase: 'offline',
        aviso: avisoDe(erro),
        desde: perdida,
        proxima: Date.now() + espera,
      });
    }
    await esperar(espera, signal);
  }
  URL.revokeObjectURL(mostrada);
}
