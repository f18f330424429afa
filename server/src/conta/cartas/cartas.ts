/**
 * Every letter about an account, in plain text. None of them repeats a name that somebody typed:
 * whoever signs up with another person's address would be writing to them in our voice.
 */
import type { Mensagem } from '../../platform/mail/correio.ts';

/** A letter without its recipient. */
export type Carta = Pick<Mensagem, 'assunto' | 'texto'>;

const ASSINATURA = 'UNIPARK – controle de veículos\nEsta mensagem é automática.';

const carta = (assunto: string, ...paragrafos: string[]): Carta => ({
  assunto: `UNIPARK: ${assunto}`,
  texto: `${['Olá.', ...paragrafos, ASSINATURA].join('\n\n')}\n`,
});

const momento = (instante: Date, dateStyle: 'long' | 'short'): string => {
  const opcoes = { dateStyle, timeStyle: 'short', timeZone: 'America/Sao_Paulo' } as const;
  return `${instante.toLocaleString('pt-BR', opcoes)} (horário de Brasília)`;
};

const VALE_30 = 'O link vale por 30 minutos e funciona uma única vez.';

interface DaConta {
  email: string;
  link: string;
}

/** The way to a new password; `redefinir` when the administration asked for it. */
export const cartaRecuperar = ({ email, link }: DaConta, redefinir = false): Carta =>
  carta(
    'escolha uma nova senha',
    redefinir
      ? `A administração do UNIPARK pediu que você escolha uma nova senha para a conta ${email}.`
      : `Recebemos um pedido para trocar a senha da conta ${email} no UNIPARK.`,
    `Para escolher a nova senha, abra este endereço:\n${link}`,
    `${VALE_30} Depois de usá-lo, as sessões abertas da conta são encerradas e você entra com a senha nova.`,
    redefinir
      ? 'Se tiver dúvida, confirme com a administração antes de abrir o link.'
      : 'Se não foi você, ignore esta mensagem: a senha continua a mesma. Se mensagens assim se repetirem, avise a administração.',
  );

/** The way to prove that the address is one's own. */
export const cartaConfirmar = ({ email, link }: DaConta): Carta =>
  carta(
    'confirme o seu endereço',
    `Alguém, provavelmente você, pediu uma conta no UNIPARK com o endereço ${email}.`,
    `Para confirmar que o endereço é seu, abra este link no mesmo navegador em que fez o cadastro:\n${link}`,
    `${VALE_30} Em outro navegador será pedida uma nova senha.`,
    'Se não foi você, ignore esta mensagem: sem a confirmação ninguém entra com o seu endereço.',
  );

/** An invitation, with the day until which it is good. */
export const cartaConvite = ({ email, link, ate }: DaConta & { ate: Date }): Carta =>
  carta(
    'convite para criar a sua conta',
    `A administração do UNIPARK convida ${email} a criar uma conta.`,
    `Para aceitar, abra este endereço:\n${link}`,
    `O convite é só para este e-mail, funciona uma única vez e vale até ${momento(ate, 'long')}.`,
    'Se você não esperava este convite, ignore esta mensagem: nenhuma conta é criada sem você.',
  );

/** The account that waited may enter. */
export const cartaAprovada = ({ email, link }: DaConta): Carta =>
  carta(
    'o seu cadastro foi aprovado',
    `A administração aprovou a conta ${email}. Você já pode entrar, com a senha que escolheu:\n${link}`,
    'Se você não pediu uma conta no UNIPARK, avise a administração.',
  );

/** Somebody signed up with an address that has an account; `link` leads to the sign-in page. */
export const cartaJaTemConta = ({ email, link }: DaConta): Carta =>
  carta(
    'este endereço já tem uma conta',
    `Alguém tentou criar uma conta no UNIPARK com o endereço ${email}, que já tem uma. Nada mudou.`,
    `Se foi você, entre com a sua senha ou use 'Esqueci minha senha':\n${link}`,
    'Se não foi você, não é preciso fazer nada. Se isso se repetir, avise a administração.',
  );

/** The password is another one: its owner hears of it, whoever changed it. */
export const cartaSenhaTrocada = ({ email, link }: DaConta): Carta =>
  carta(
    'a sua senha foi trocada',
    `A senha da conta ${email} no UNIPARK acaba de ser trocada, e as sessões abertas foram encerradas.`,
    'Se foi você, não é preciso fazer nada.',
    `Se não foi você, peça agora uma nova senha em ${link} e avise a administração.`,
  );

const sobraram = (restantes: number): string => {
  if (restantes === 0) return 'Não restam códigos: gere outros no seu perfil.';
  return restantes === 1 ? 'Resta 1 código.' : `Restam ${restantes} códigos.`;
};

/** A recovery code opened the account: whoever used it may not be its owner. */
export const cartaCodigoUsado = (
  { email, link }: DaConta,
  { em, restantes }: { em: Date; restantes: number },
): Carta =>
  carta(
    'um código de recuperação foi usado',
    `Em ${momento(em, 'short')}, alguém entrou na conta ${email} com um código de recuperação. ${sobraram(restantes)}`,
    'Se foi você, não é preciso fazer nada.',
    `Se não foi, troque a senha, encerre as outras sessões e gere novos códigos:\n${link}`,
  );

/** For administrators: people wait for them. */
export const cartaAprovacoes = ({ total, link }: { total: number; link: string }): Carta =>
  carta(
    'há cadastro aguardando aprovação',
    total === 1
      ? 'Um cadastro aguarda a aprovação da administração.'
      : `${total} cadastros aguardam a aprovação da administração.`,
    `Para aprovar ou recusar, entre e abra os usuários:\n${link}`,
    'Este aviso é enviado no máximo uma vez por hora a quem administra o UNIPARK.',
  );
