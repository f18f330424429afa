import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  type CadastroRecebido,
  ConviteLido,
  type Entrada,
  type MensagemContato,
} from '@unipark/contract/conta';
import { endSession, renewToken, session } from '../lib/session/session.ts';
import { TEXTO_INESPERADO } from '../lib/wire/errors.ts';
import { api } from '../lib/wire/http.ts';
import { logFailure } from '../lib/wire/log.ts';
import { serverSentence } from '../lib/wire/query.ts';
import { forgetInstalacao } from './instalacao.ts';
import { isLinkRefused, isSenhaNeeded } from './linkFaults.ts';
import { identity, verifyEmail } from './provider.ts';
import { openPasso } from './segundoFator/pedido.ts';

export type NewAccount = {
  name: string;
  email: string;
  password: string;
  convite?: string | undefined;
};

/** The toast of a sign-in; for other answers the page itself shows the next step. */
const welcome = (answer: Entrada | CadastroRecebido): string | undefined =>
  answer.user ? `Bem vindo(a), ${answer.user.email}` : undefined;

export const createConta = mutationOptions({
  mutationKey: ['conta', 'criar'],
  mutationFn: async ({ name, email, password, convite }: NewAccount) => {
    const answer = await identity.signUp(name.trim(), email.trim(), password, convite);
    forgetInstalacao();
    return answer;
  },
  meta: {
    success: welcome,
    failure: serverSentence('Erro ao criar conta.'),
  },
});

/** The address of an invitation. Its token is in no URL, and cached only while it is used. */
export const conviteQuery = (token: string) =>
  queryOptions({
    queryKey: ['conta', 'convite', token],
    queryFn: async ({ signal }) => {
      const options = { body: { token }, anonymous: true, schema: ConviteLido, signal };
      return (await api('POST', '/api/auth/convite', options)).data;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const verifyConta = mutationOptions({
  mutationKey: ['conta', 'confirmar'],
  mutationFn: async ({ token, password }: { token: string; password?: string }) => {
    const answer = await verifyEmail(token, password);
    // The login asks for the second factor, also after a mailed link.
    if ('segundoFator' in answer) openPasso(answer.segundoFator);
    return answer;
  },
  meta: {
    success: welcome,
    // The page itself shows a refused link and asks for a password.
    failure: (error) =>
      isLinkRefused(error) || isSenhaNeeded(error) ? undefined : serverSentence()(error),
  },
});

export const sendRecovery = mutationOptions({
  mutationKey: ['conta', 'recuperar'],
  mutationFn: (email: string) => identity.sendRecovery(email.trim()),
  meta: {
    success: 'Siga as instruções no seu e-mail',
    failure: serverSentence(TEXTO_INESPERADO),
  },
});

/**
 * The new password of a mailed link. Every session of its account ends; the one of this browser lives
 * on when it is of another account.
 */
export const confirmRecovery = mutationOptions({
  mutationKey: ['conta', 'redefinir'],
  mutationFn: async (body: { token: string; password: string }) => {
    await api('POST', '/api/auth/newpassword/confirmar', { body, anonymous: true });
    if (session.get().status !== 'signedIn' || (await renewToken(false).catch(() => true))) return;
    await endSession({ keepOutbox: true }).catch((error: unknown) =>
      logFailure('sign-out after recovery', error),
    );
  },
  meta: {
    success: 'Senha alterada. Entre com a nova senha.',
    failure: (error) => (isLinkRefused(error) ? undefined : serverSentence()(error)),
  },
});

export const sendMensagem = mutationOptions({
  mutationKey: ['conta', 'contato'],
  mutationFn: (body: MensagemContato) => api('POST', '/api/contato', { body, anonymous: true }),
  meta: {
    success: 'Mensagem enviada. Obrigado!',
    failure: serverSentence('Erro ao enviar a mensagem.'),
  },
});
