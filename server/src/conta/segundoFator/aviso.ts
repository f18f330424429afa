/** The letter to an account's owner when a recovery code opened it. */
import type { Mensagem } from '../../platform/mail/correio.ts';

const quando = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

const sobraram = (restantes: number): string => {
  if (restantes === 0) return 'Não restam códigos: gere outros no seu perfil.';
  return restantes === 1 ? 'Resta 1 código.' : `Restam ${restantes} códigos.`;
};

/** Tells of it at once: whoever used the code may not have been its owner. */
export const codigoUsado = (
  { email, name }: { email: string; name: string },
  restantes: number,
  endereco: string,
): Mensagem => ({
  para: email,
  assunto: 'UNIPARK: um código de recuperação foi usado',
  texto: [
    `Olá, ${name}.`,
    '',
    `Em ${quando.format(new Date())}, alguém entrou na sua conta com um código de recuperação.`,
    sobraram(restantes),
    '',
    'Se foi você, não é preciso fazer nada.',
    'Se não foi, troque a senha, encerre as outras sessões e gere novos códigos:',
    `${endereco}/perfil`,
    '',
    'UNIPARK',
  ].join('\n'),
});
