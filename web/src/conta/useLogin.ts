import { ehEmail, TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { useState } from 'react';
import { announce } from '../lib/notices.ts';
import { loginSentence, secondsToWait } from './loginSentence.ts';
import { identity } from './provider.ts';
import { openPasso } from './segundoFator/pedido.ts';
import { useCountdown } from './useCountdown.ts';

export type LoginFault = { where: 'email' | 'senha' | 'form'; text: string };

/** The e-mail first, then the password; nothing is sent before both are there. */
function check(email: string, password: string): LoginFault | undefined {
  if (!ehEmail(email)) return { where: 'email', text: TEXTOS_CONTA.emailInvalido };
  if (password === '') return { where: 'senha', text: TEXTOS_CONTA.senhaVazia };
  return undefined;
}

/** Signing in: one fault at a time, told as a toast and beside what it is about. */
export function useLogin() {
  const [fault, setFault] = useState<LoginFault>();
  const [isSending, setSending] = useState(false);
  const [wait, startWait] = useCountdown();

  const tell = (found: LoginFault): LoginFault => {
    setFault(found);
    announce('error', found.text);
    return found;
  };

  /** Answers with what is wrong, or undefined: signed in. */
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

  /** Back from the second step, with what ended it; the person begins anew. */
  const goBack = (text?: string) => {
    openPasso(null);
    setFault(undefined);
    if (text) tell({ where: 'form', text });
  };

  const shown = wait > 0 ? { where: 'form' as const, text: tooMany(wait) } : fault;
  return { fault: shown, isSending, isWaiting: wait > 0, signIn, goBack };
}

const tooMany = (seconds: number): string => `Muitas tentativas. Tente em ${seconds} s.`;
