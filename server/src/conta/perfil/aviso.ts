import type { Mensagem } from '../../platform/mail/correio.ts';

const quando = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** Told to the owner, so that a change made by somebody else does not go unseen. */
export const mensagemSenhaAlterada = (
  { name, email }: { name: string; email: string },
  em: Date,
): Mensagem => ({
  para: email,
  assunto: 'Sua senha foi alterada',
  texto: [
    `Olá, ${name}.`,
    `A senha da sua conta no UNIPARK foi alterada em ${quando.format(em)}, e as sessões abertas foram encerradas.`,
    'Se foi você, não é preciso fazer nada.',
    'Se não foi, recupere a conta em "Esqueci minha senha" e avise a administração.',
  ].join('\n\n'),
});
