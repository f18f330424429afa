import { useEffect } from 'react';
import { connected } from '../lib/connection.ts';
import { logFailure } from '../lib/log.ts';
import { forgetRegister } from '../lib/offline.ts';
import { useStore } from '../lib/store.ts';
import {
  type CadastroLocal,
  cadastroLocal,
  estaVencido,
  lerCadastro,
  renovarCadastro,
} from './cadastroLocal.ts';

const HORA = 60 * 60_000;
const OLHADA = 60_000;

/** The kept register, renewed at most once an hour while the gate's screen is open. */
export function useCadastroLocal(): CadastroLocal | undefined {
  useEffect(() => {
    const saida = new AbortController();
    let ocupado = false;
    const cuidar = async () => {
      const atual = cadastroLocal.get();
      if (atual && estaVencido(atual)) {
        cadastroLocal.set(undefined);
        forgetRegister();
      }
      const recente = atual !== undefined && Date.now() - atual.de < HORA;
      // A screen nobody sees asks nothing: it would keep the session alive for ever.
      if (recente || ocupado || document.hidden || !connected.get()) return;
      ocupado = true;
      await renovarCadastro(saida.signal)
        .catch((error: unknown) => {
          if (!saida.signal.aborted) logFailure('kept register', error);
        })
        .finally(() => {
          ocupado = false;
        });
    };
    lerCadastro()
      .catch((error: unknown) => logFailure('kept register', error))
      .finally(cuidar);
    const timer = setInterval(cuidar, OLHADA);
    return () => {
      saida.abort();
      clearInterval(timer);
    };
  }, []);
  return useStore(cadastroLocal);
}
