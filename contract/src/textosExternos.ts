/** Sentences for outside accounts; no schemas, because the page's adapter loads no zod. */
export const TEXTOS_EXTERNOS = {
  desabilitada: 'Esta conta está desabilitada. Fale com a administração.',
  semEmail: 'Use uma conta que tenha e-mail.',
  senhaRecusada: 'O provedor de contas não aceitou esta senha. Escolha outra.',
  ausente: 'O provedor de contas não respondeu. Tente de novo em instantes.',
  soNoProvedor: 'Nesta instalação, as contas e as senhas são do provedor externo.',
} as const;
