import { useEffect } from 'react';
import { useStore } from '../lib/store.ts';
import { connected } from '../lib/wire/connection.ts';
import { logFailure } from '../lib/wire/log.ts';
import { isRegisterFresh } from '../lib/wire/offline.ts';
import { type CadastroLocal, cadastroLocal, loadCadastro, renewCadastro } from './cadastroLocal.ts';

const HORA = 60 * 60_000;
const OLHADA = 60_000;

/** The stored register, renewed at most once an hour while the gate screen is open. */
export function useCadastroLocal(): CadastroLocal | undefined {
  useEffect(() => {
    const saida = new AbortController();
    let ocupado = false;
    const refreshCadastro = async () => {
      // The shell deletes the stored copy at its time: this one goes with it.
      if (!isRegisterFresh()) cadastroLocal.set(undefined);
      const atual = cadastroLocal.get();
      const recente = atual !== undefined && Math.abs(Date.now() - atual.de) < HORA;
      // A hidden page sends no request: it would keep the session alive without end.
      if (recente || ocupado || document.hidden || !connected.get()) return;
      ocupado = true;
      await renewCadastro(saida.signal)
        .catch((error: unknown) => {
          if (!saida.signal.aborted) logFailure('kept register', error);
        })
        .finally(() => {
          ocupado = false;
        });
    };
    loadCadastro()
      .catch((error: unknown) => logFailure('kept register', error))
      .finally(refreshCadastro);
    const timer = setInterval(refreshCadastro, OLHADA);
    return () => {
      saida.abort();
      clearInterval(timer);
    };
  }, []);
  return useStore(cadastroLocal);
}
