import type { Instalacao } from '@unipark/contract/conta';
import { useEffect, useState } from 'react';
import { api } from '../lib/http.ts';
import { logFailure } from '../lib/log.ts';
import { instalacaoReader } from './readers.ts';

let asked: Promise<Instalacao> | undefined;

/** What this installation says of itself, asked once a page. */
export function loadInstalacao(): Promise<Instalacao> {
  asked ??= api('GET', '/api/instalacao', { schema: instalacaoReader, anonymous: true })
    .then(({ data }) => data)
    .catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
  return asked;
}

/** After the first account exists, the answer is another one. */
export function forgetInstalacao(): void {
  asked = undefined;
}

/** undefined until it is known; a page must be whole without it. */
export function useInstalacao(): Instalacao | undefined {
  const [instalacao, setInstalacao] = useState<Instalacao>();
  useEffect(() => {
    let wanted = true;
    loadInstalacao().then(
      (known) => wanted && setInstalacao(known),
      (error) => logFailure('instalacao', error),
    );
    return () => {
      wanted = false;
    };
  }, []);
  return instalacao;
}
