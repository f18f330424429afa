/**
 * Every letter about an account, in plain text. No letter repeats a typed name: a stranger who
 * signs up with another person's address could otherwise write to that person in our name.
 */
import type { Mensagem } from '../../platform/mail/correio.ts';

export type Carta = Pick<Mensagem, 'assunto' | 'texto'>;

const ASSINATURA = 'UNIPARK – controle de veículos\nEsta mensagem é automática.';

const composeCarta = (assunto: string, ...paragrafos: string[]): Carta => ({
  assunto: `UNIPARK: ${assunto}`,
  texto: `${['Olá.', ...paragrafos, ASSINATURA].join('\n\n')}\n`,
});

const formatMomento = (instante: Date, dateStyle: 'long' | 'short'): string => {
  const opcoes = { dateStyle, timeStyle: 'short', timeZone: 'America/Sao_Paulo' } as const;
  return `${instante.toLocaleString('pt-BR', opcoes)} (horário de Brasília)`;
};

const VALE_30 = 'O link vale por 30 minutos e funciona uma única vez.';

interface AccountLetter {
  email: string;
  link: string;
}

/** The link to a new password; `redefinir` when an administrator asked for it. */
export const composeRecuperacao = ({ email, link }: AccountLetter, redefinir = false): Carta =>
  composeCarta(
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

export const composeConfirmacao = ({ email, link }: AccountLetter): Carta =>
  composeCarta(
    'confirme o seu endereço',
    `Recebemos um pedido de conta no UNIPARK com o endereço ${email}.`,
    `Para confirmar que o endereço é seu, abra este link no mesmo navegador em que fez o cadastro:\n${link}`,
    `${VALE_30} Em outro navegador será pedida uma nova senha.`,
    'Se não foi você, ignore esta mensagem: sem a confirmação ninguém entra com o seu endereço.',
  );

export const composeConvite = ({ email, link, ate }: AccountLetter & { ate: Date }): Carta =>
  composeCarta(
    'convite para criar a sua conta',
    `A administração do UNIPARK convida ${email} a criar uma conta.`,
    `Para aceitar, abra este endereço:\n${link}`,
    `O convite é só para este e-mail, funciona uma única vez e vale até ${formatMomento(ate, 'long')}.`,
    'Se você não esperava este convite, ignore esta mensagem: nenhuma conta será criada.',
  );

export const composeAprovada = ({ email, link }: AccountLetter): Carta =>
  composeCarta(
    'o seu cadastro foi aprovado',
    `A administração aprovou a conta ${email}. Você já pode entrar:\n${link}`,
    'Se você não pediu uma conta no UNIPARK, avise a administração.',
  );

/** A person signed up with an address that has an account; `link` leads to the sign-in page. */
export const composeJaTemConta = ({ email, link }: AccountLetter): Carta =>
  composeCarta(
    'este endereço já tem uma conta',
    `Alguém tentou criar uma conta no UNIPARK com o endereço ${email}, que já tem uma. Nada mudou.`,
    `Se foi você, entre com a sua senha ou use 'Esqueci minha senha':\n${link}`,
    'Se não foi você, não é preciso fazer nada. Se isso se repetir, avise a administração.',
  );

/** The password was changed: the owner must know, in case a stranger changed it. */
export const composeSenhaTrocada = ({ email, link }: AccountLetter): Carta =>
  composeCarta(
    'a sua senha foi trocada',
    `A senha da conta ${email} no UNIPARK foi trocada, e as sessões abertas foram encerradas.`,
    'Se foi você, não é preciso fazer nada.',
    `Se não foi você, peça agora uma nova senha em ${link} e avise a administração.`,
  );

const describeRestantes = (restantes: number): string => {
  if (restantes === 0) return 'Não restam códigos: gere outros no seu perfil.';
  return restantes === 1 ? 'Resta 1 código.' : `Restam ${restantes} códigos.`;
};

/** A recovery code opened the account: the owner must know, in case a stranger used it. */
export const composeCodigoUsado = (
  { email, link }: AccountLetter,
  { em, restantes }: { em: Date; restantes: number },
): Carta =>
  composeCarta(
    'um código de recuperação foi usado',
    `Em ${formatMomento(em, 'short')}, alguém entrou na conta ${email} com um código de recuperação. ${describeRestantes(restantes)}`,
    'Se foi você, não é preciso fazer nada.',
    `Se não foi, troque a senha, encerre as outras sessões e gere novos códigos:\n${link}`,
  );

/** The account was opened in a browser for the first time; no letter repeats what a browser says. */
export const composeNavegadorNovo = ({ email, link }: AccountLetter, em: Date): Carta =>
  composeCarta(
    'entrada em um navegador novo',
    `Em ${formatMomento(em, 'short')}, alguém entrou na conta ${email} em um navegador em que ela não tinha sido aberta, ao menos desde a última troca da senha.`,
    'Se foi você, não é preciso fazer nada.',
    `Se não foi, troque a senha e encerre as outras sessões:\n${link}`,
  );

/** A second factor was removed: the owner must know, in case a stranger removed it. */
export const composeFatorRetirado = ({ email, link }: AccountLetter, em: Date): Carta =>
  composeCarta(
    'um segundo fator foi desligado',
    `Em ${formatMomento(em, 'short')}, um segundo fator da conta ${email} foi desligado, e as outras sessões foram encerradas.`,
    'Se foi você, ou a administração a seu pedido, não é preciso fazer nada.',
    `Se não foi, troque a senha, ligue o segundo fator de novo e avise a administração:\n${link}`,
  );

/** The first proof of the address removed the factors: a stranger may have added them. */
export const composeFatorSemProva = ({ email, link }: AccountLetter, em: Date): Carta =>
  composeCarta(
    'um segundo fator foi desligado',
    `Em ${formatMomento(em, 'short')}, o endereço da conta ${email} foi confirmado pela primeira vez. O segundo fator e as chaves de acesso que ela tinha foram desligados, porque outra pessoa podia tê-los criado com o seu endereço.`,
    `Se eram seus, ligue-os de novo no seu perfil:\n${link}`,
    'A partir de agora, trocar a senha pelo e-mail não desliga mais o segundo fator.',
  );

/** For administrators: accounts wait for approval. */
export const composeAprovacoes = ({ total, link }: { total: number; link: string }): Carta =>
  composeCarta(
    'há cadastro aguardando aprovação',
    total === 1
      ? 'Um cadastro aguarda a aprovação da administração.'
      : `${total} cadastros aguardam a aprovação da administração.`,
    `Para aprovar ou recusar, entre e abra os usuários:\n${link}`,
    'Este aviso é enviado no máximo uma vez por hora a quem administra o UNIPARK.',
  );

/** For administrators: what a synchronisation could not do by itself, a line for each file. */
export const composeSincronizacao = ({ linhas, link }: { linhas: string[]; link: string }): Carta =>
  composeCarta(
    'a sincronização precisa da administração',
    linhas.join('\n'),
    `O relatório de cada arquivo está em Importar:\n${link}`,
  );
