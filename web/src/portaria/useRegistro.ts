import { useMutation } from '@tanstack/react-query';
import type { Sentido } from '@unipark/contract/passagem';
import { useRef } from 'react';
import { useAttemptKey } from '../lib/attempt.ts';
import { connected } from '../lib/connection.ts';
import { useOneAtATime } from '../lib/useOneAtATime.ts';
import { agoraNoServidor } from '../passagens/relogio.ts';
import { type Registro, registrarPassagem, semResposta } from './api.ts';
import { enfileirar, fila } from './fila.ts';
import { anotar } from './registrados.ts';

/**
 * Registers a passage. Without an answer it is queued, key and instant kept; a refusal is shown in
 * place, and another try of the same plate and direction is the same registration.
 */
export function useRegistro(placa: string, onDone: () => void) {
  const { mutateAsync, reset, error, isPending, variables } = useMutation(registrarPassagem);
  const tentativa = useAttemptKey();
  const ultimo = useRef<Registro | undefined>(undefined);
  const vez = useOneAtATime();

  function registroDe(sentido: Sentido): Registro {
    const chave = tentativa.keyFor({ placa, sentido });
    if (ultimo.current?.chave !== chave) {
      const instante = new Date(agoraNoServidor()).toISOString();
      ultimo.current = { chave, placa, sentido, instante };
    }
    return ultimo.current;
  }

  async function enviar(registro: Registro): Promise<boolean> {
    // Behind what waits already: the passages keep their order.
    if (!connected.get() || fila.get().some(({ recusa }) => !recusa)) {
      await enfileirar(registro);
      return true;
    }
    try {
      await mutateAsync(registro);
      return true;
    } catch (failure) {
      if (!semResposta(failure)) return false;
      await enfileirar(registro);
      return true;
    }
  }

  return {
    async registrar(sentido: Sentido): Promise<void> {
      if (placa === '' || !vez.take()) return;
      const registro = registroDe(sentido);
      const feito = await enviar(registro);
      vez.release();
      if (!feito) return;
      tentativa.done();
      reset();
      anotar(registro);
      onDone();
    },
    /** The direction being sent. */
    enviando: isPending ? variables.sentido : undefined,
    /** What was refused, while its plate is still the one on screen. */
    falha: error && variables?.placa === placa ? { error, sentido: variables.sentido } : undefined,
  };
}
