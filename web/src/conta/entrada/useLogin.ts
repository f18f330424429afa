import { isEmail, TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { useState } from 'react';
import { announce } from '../../lib/screen/notices.ts';
import { identity } from '../provider.ts';
import { openPasso } from '../segundoFator/pedido.ts';
import { useCountdown } from '../useCountdown.ts';
import { loginSentence, secondsToWait } from './loginSentence.ts';

export type LoginFault = { where: 'email' | 'senha' | 'form'; text: string };

/** Checks the e-mail, then the password; without both nothing is sent. */
function check(email: string, password: string): LoginFault | undefined {
  if (!isEmail(email)) return { where: 'email', text: TEXTOS_CONTA.emailInvalido };
  if (password === '') return { where: 'senha', text: TEXTOS_CONTA.senhaVazia };
  return undefined;
}

/** Signs in. One fault at a time, as a toast and beside its field. */
export function useLogin() {
  const [fault, setFault] = useState<LoginFault>();
  const [isSending, setSending] = useState(false);
  const [wait, startWait] = useCountdown();

  const tell = (found: LoginFault): LoginFault => {
    setFault(found);
    announce('error', found.text);
    return found;
  };

  /** Answers the fault, or undefined when signed in. */
  const signIn = async (typed: string, password: string): Promise<LoginFault | undefined> => {
    const email = typed.trim();
    setFault(undefined);
    const found = check(email, password);
    if (found) return tell(found);
    setSending(true);
    try {
      const { user, ...entrada } = await identity.signIn(email, password);
      if (user) announce('success', `Bem vindo(a), ${user.email}`);
      else if ('segundoFator' in entrada) openPasso(entrada.segundoFator);
      return undefined;
    } catch (error) {
      const seconds = secondsToWait(error);
      if (seconds > 0) {
        startWait(seconds);
        announce('error', tooMany(seconds));
        return { where: 'form', text: '' };
      }
      const text = loginSentence(error);
      const isPassword = text === TEXTOS_CONTA.credenciaisInvalidas;
      return tell({ where: isPassword ? 'senha' : 'form', text });
    } finally {
      setSending(false);
    }
  };

  const goBack = (text?: string) => {
    openPasso(null);
    setFault(undefined);
    if (text) tell({ where: 'form', text });
  };

  const shown = wait > 0 ? { where: 'form' as const, text: tooMany(wait) } : fault;
  return { fault: shown, isSending, isWaiting: wait > 0, signIn, goBack };
}

const tooMany = (seconds: number): string => `Muitas tentativas. Tente em ${seconds} s.`;
