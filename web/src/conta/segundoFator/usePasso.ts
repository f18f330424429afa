import { PerguntaChave } from '@unipark/contract/chaveAcesso';
import type { Acesso } from '@unipark/contract/conta';
import { useState } from 'react';
import { asApiError } from '../../lib/wire/errors.ts';
import { api } from '../../lib/wire/http.ts';
import { secondsToWait } from '../entrada/loginSentence.ts';
import { answerPasso } from '../provider.ts';
import { useCountdown } from '../useCountdown.ts';
import { answerByKey, passkeyHindrance } from './navegador.ts';

export type PassoMode = 'totp' | 'codigo' | 'passkey';

const askForPasskey = async (): Promise<PerguntaChave> => {
  const path = '/api/auth/segundo-fator/passkey/opcoes';
  const { data } = await api('POST', path, { body: {}, anonymous: true, schema: PerguntaChave });
  return data;
};

type PassoOptions = {
  onDone?: ((acesso: Acesso) => void) | undefined;
  /** The step has expired: the person starts again and reads why. */
  onOver: (sentence: string) => void;
};

/** Answers the second step: one fault at a time, and a wait after too many tries. */
export function usePasso({ onDone, onOver }: PassoOptions) {
  const [fault, setFault] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [wait, startWait] = useCountdown();

  /** True when it opened the session. */
  const attempt = async (work: () => Promise<Acesso>): Promise<boolean> => {
    setFault(undefined);
    setSending(true);
    try {
      onDone?.(await work());
      return true;
    } catch (error) {
      const seconds = secondsToWait(error);
      const { codigo } = asApiError(error);
      if (seconds > 0) startWait(seconds);
      else if (codigo === 'desafio-vencido') onOver(asApiError(error).mensagem);
      else setFault(asApiError(error).mensagem);
      return false;
    } finally {
      setSending(false);
    }
  };

  const answer = (modo: Exclude<PassoMode, 'passkey'>, codigo: string) =>
    attempt(() => answerPasso(modo, { codigo }));

  const answerByPasskey = async (): Promise<boolean> => {
    const hindrance = passkeyHindrance();
    if (hindrance) {
      setFault(hindrance);
      return false;
    }
    return attempt(async () => {
      const resposta = await answerByKey(await askForPasskey());
      return answerPasso('passkey', { resposta });
    });
  };

  const shown = wait > 0 ? `Muitas tentativas. Tente em ${wait} s.` : fault;
  const clear = () => setFault(undefined);
  return { fault: shown, isSending, isWaiting: wait > 0, answer, answerByPasskey, clear };
}
