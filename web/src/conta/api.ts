import { mutationOptions } from '@tanstack/react-query';
import type { Acesso, CadastroRecebido, MensagemContato } from '@unipark/contract/conta';
import { TEXTO_INESPERADO } from '../lib/errors.ts';
import { api } from '../lib/http.ts';
import { serverSentence } from '../lib/query.ts';
import { forgetInstalacao } from './instalacao.ts';
import { identity } from './local.ts';

export type NewAccount = {
  name: string;
  email: string;
  password: string;
  /** The token of an invitation. */
  convite?: string | undefined;
};

/** Said as a toast where somebody is signed in; what else comes next, the page says. */
const welcome = (answer: Acesso | CadastroRecebido): string | undefined =>
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

export const sendRecovery = mutationOptions({
  mutationKey: ['conta', 'recuperar'],
  mutationFn: (email: string) => identity.sendRecovery(email.trim()),
  meta: {
    success: 'Siga as instruções no seu e-mail',
    failure: serverSentence(TEXTO_INESPERADO),
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
