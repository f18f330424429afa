import { MOTIVOS_CAMERA } from '@unipark/contract/camera';
import { isApiError } from '../lib/errors.ts';
import { logFailure } from '../lib/log.ts';
import { esperaDe, esperar } from './espera.ts';
import { SESSAO_ENCERRADA, VOLTE_LOGO } from './fluxo.ts';
import { esvaziar, type Palco } from './palco.ts';
import { avisoDe } from './situacao.ts';
import type { Fim, Ouvinte, Tocar } from './transmissao.ts';
import { quandoOculta, serVista } from './visibilidade.ts';

/** Hidden this long, the page stops watching. */
const OCULTA_MS = 30_000;

/** Why nothing is shown; undefined while it is only on its way back. */
function avisoDoFim({ erro, semImagem, aberto, codigo }: Fim): string | undefined {
  if (erro) return avisoDe(erro);
  if (semImagem) return MOTIVOS_CAMERA.stalled;
  // Refused at the door although a ticket was given: as many watch as may.
  return aberto || codigo === VOLTE_LOGO ? undefined : MOTIVOS_CAMERA.server_busy;
}

/** The server itself asked for another try: that is no failure of anybody. */
const pedido = ({ codigo }: Fim): boolean => codigo === VOLTE_LOGO || codigo === SESSAO_ENCERRADA;

/** Keeps one camera on show until `signal`, whatever server, network and camera do. */
export async function assistir(
  tocar: Tocar,
  id: string,
  palco: Palco,
  ouvinte: Ouvinte,
  signal: AbortSignal,
): Promise<void> {
  let falhas = 0;
  let perdida: number | undefined;
  while (!signal.aborted) {
    await serVista(signal);
    const acabou = new AbortController();
    const oculta = quandoOculta(OCULTA_MS, AbortSignal.any([signal, acabou.signal]));
    const fim = await tocar(id, palco, ouvinte, AbortSignal.any([signal, oculta]));
    acabou.abort();
    if (oculta.aborted) esvaziar(palco);
    // Signed out: the guard takes over, nobody is left to play for.
    if (signal.aborted || (isApiError(fim.erro) && fim.erro.status === 401)) break;
    if (fim.viu) {
      falhas = 0;
      perdida = undefined;
    }
    if (oculta.aborted) continue;

    perdida ??= Date.now();
    const pedida = isApiError(fim.erro) ? (fim.erro.esperar ?? 0) * 1_000 : 0;
    const espera = Math.max(esperaDe(falhas), pedida);
    const aviso = avisoDoFim(fim);
    if (aviso) {
      const proxima = Date.now() + espera;
      ouvinte.relatar({ fase: 'offline', aviso, desde: perdida, proxima });
      logFailure(`camera ${id}`, fim.erro ?? aviso);
    }
    if (!pedido(fim)) falhas += 1;
    await esperar(espera, signal);
  }
  esvaziar(palco);
}
