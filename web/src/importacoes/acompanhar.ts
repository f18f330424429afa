/** An import whose page was left: when it ends, a message says so on any screen, also after a reload. */
import { FASES_OCUPADAS, type Importacao } from '@unipark/contract/importacao';
import { announce } from '../lib/screen/notices.ts';
import { session } from '../lib/session/session.ts';
import { count } from '../lib/time/format.ts';
import { ApiError } from '../lib/wire/http.ts';
import { logFailure } from '../lib/wire/log.ts';
import { queryClient } from '../lib/wire/query.ts';
import { CHAVE_ACOMPANHADA } from './acompanhada.ts';
import { forgetRegister, importacaoQuery } from './api.ts';

const ESPERA_MS = 3_000;

let acompanhando: AbortController | undefined;

const wait = (signal: AbortSignal): Promise<void> =>
  new Promise((pronto) => {
    const timer = setTimeout(pronto, ESPERA_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      pronto();
    });
  });

/** The page of the import is open again: it tells by itself. */
export function stopFollowing(): void {
  acompanhando?.abort();
  acompanhando = undefined;
  sessionStorage.removeItem(CHAVE_ACOMPANHADA);
}

function tell({ id, nome, fase, resultado }: Importacao, open: (path: string) => void): void {
  const action = { label: 'Abrir importação', run: () => open(`/importar/${id}`) };
  if (fase === 'concluida') {
    const { criadas, alteradas } = resultado;
    const feitas = count(criadas + alteradas, 'linha gravada', 'linhas gravadas');
    announce('success', `Importação de ${nome} concluída: ${feitas}.`, { action });
  } else if (fase === 'desfeita') {
    announce('success', `Importação de ${nome} desfeita.`, { action });
  } else if (fase === 'colunas' || fase === 'previa') {
    announce('info', `A leitura de ${nome} terminou: confira e continue.`, { action });
  } else announce('warning', `A importação de ${nome} parou antes do fim.`, { action });
}

/** Asks for the state of the import until its work ends; a session that ends stops the asking. */
export async function followImportacao(id: number, open: (path: string) => void): Promise<void> {
  stopFollowing();
  acompanhando = new AbortController();
  const { signal } = acompanhando;
  sessionStorage.setItem(CHAVE_ACOMPANHADA, String(id));
  while (!signal.aborted && session.get().status === 'signedIn') {
    await wait(signal);
    if (signal.aborted) return;
    try {
      const importacao = await queryClient.fetchQuery({ ...importacaoQuery(id), staleTime: 0 });
      if (FASES_OCUPADAS.includes(importacao.fase) || signal.aborted) continue;
      stopFollowing();
      forgetRegister();
      return tell(importacao, open);
    } catch (error) {
      // Deleted, or of an account that may not see it. Any other failure may pass.
      if (error instanceof ApiError && [403, 404].includes(error.status)) return stopFollowing();
      logFailure('importacao', error);
    }
  }
}

/** The page of an import closes: its work is followed unless it has ended. */
export function followLeft(id: number, open: (path: string) => void): void {
  const fase = queryClient.getQueryData(importacaoQuery(id).queryKey)?.fase;
  if (fase && FASES_OCUPADAS.includes(fase)) void followImportacao(id, open);
}
