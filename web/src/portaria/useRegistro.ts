import { useMutation } from '@tanstack/react-query';
import type { Sentido } from '@unipark/contract/passagem';
import { useRef } from 'react';
import { useOneAtATime } from '../lib/screen/useOneAtATime.ts';
import { emailNow } from '../lib/session/session.ts';
import { serverNow } from '../lib/time/serverClock.ts';
import { useAttemptKey } from '../lib/wire/attempt.ts';
import { connected } from '../lib/wire/connection.ts';
import { isPassing } from '../lib/wire/errors.ts';
import { type GateRegistro, registerPassagem } from './api.ts';
import { enqueue, fila } from './fila.ts';
import { addRegistrado } from './registrados.ts';

/**
 * Registers a passage. Without an answer of a working server it is queued with its key and instant. A refusal is shown
 * in place, and another try with the same plate and direction is the same registration.
 */
export function useRegistro(placa: string, conferida: boolean, onDone: (placa: string) => void) {
  const { mutateAsync, reset, error, isPending, variables } = useMutation(registerPassagem);
  const tentativa = useAttemptKey();
  const ultimo = useRef<GateRegistro | undefined>(undefined);
  const vez = useOneAtATime();

  function getRegistro(sentido: Sentido): GateRegistro {
    const chave = tentativa.keyFor({ placa, sentido });
    if (ultimo.current?.chave !== chave) {
      const instante = new Date(serverNow()).toISOString();
      ultimo.current = { chave, placa, sentido, instante, conferida };
    }
    return ultimo.current;
  }

  /** The passage's id where the server answered; undefined after a refusal. */
  async function send(registro: GateRegistro, de: string): Promise<{ id?: string } | undefined> {
    // Behind the waiting ones, so that the passages keep their order.
    if (!connected.get() || fila.get().some(({ recusa }) => !recusa)) {
      await enqueue(registro, { de, tentado: false });
      return {};
    }
    try {
      const { data } = await mutateAsync(registro);
      return { id: data.id };
    } catch (failure) {
      if (!isPassing(failure)) return undefined;
      await enqueue(registro, { de, tentado: true });
      return {};
    }
  }

  return {
    async register(sentido: Sentido): Promise<void> {
      const de = emailNow();
      if (placa === '' || de === undefined || !vez.take()) return;
      const registro = getRegistro(sentido);
      const feito = await send(registro, de);
      vez.release();
      // Another person's list does not show it.
      if (!feito || emailNow() !== de) return;
      tentativa.done();
      reset();
      addRegistrado({ ...registro, ...feito });
      onDone(placa);
    },
    enviando: isPending ? variables.sentido : undefined,
    /** The refusal, while its plate is on screen. */
    falha: error && variables?.placa === placa ? { error, sentido: variables.sentido } : undefined,
  };
}
