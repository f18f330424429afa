import type { Instalacao } from '@unipark/contract/conta';
import { useEffect, useState } from 'react';
import { api } from '../lib/wire/http.ts';
import { logFailure } from '../lib/wire/log.ts';
import { instalacaoReader } from './readers.ts';

let asked: Promise<Instalacao> | undefined;

/** The server's description of this installation, requested once a page. */
export function loadInstalacao(): Promise<Instalacao> {
  asked ??= api('GET', '/api/instalacao', { schema: instalacaoReader, anonymous: true })
    .then(({ data }) => data)
    .catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
  return asked;
}

/** The first account changes the answer. */
export function forgetInstalacao(): void {
  asked = undefined;
}

/** undefined before the answer; a page must work without it. */
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
