/** The account rules that the login page needs. No schemas: the login page does not load zod. */

export const SENHA_MINIMO = 8;
export const SENHA_MAXIMO = 128;

/** How new accounts are made: SIGNUP_MODE. */
export const MODOS_CADASTRO = ['aberto', 'dominio', 'aprovacao', 'convite', 'fechado'] as const;
export type ModoCadastro = (typeof MODOS_CADASTRO)[number];

/** Sentences of the error catalogue of the specification and of sign-up. */
export const TEXTOS_CONTA = {
  emailInvalido: 'Email inválido.',
  senhaVazia: 'Senha não pode estar em branco.',
  credenciaisInvalidas: 'Credenciais inválidas.',
  erroLogin: 'Erro ao fazer login',
  erroLogout: 'Erro ao deslogar.',
  nomeVazio: 'Informe o nome completo.',
  senhaTamanho: 'A senha deve ter de 8 a 128 caracteres.',
  senhaComum: 'Esta senha é muito comum. Escolha outra.',
  senhaEmail: 'A senha não pode conter o seu e-mail.',
  senhaProduto: 'A senha não pode conter o nome do sistema.',
  senhasDiferentes: 'As senhas não são iguais.',
  emailEmUso: 'Este e-mail já tem uma conta.',
  cadastroFechado: 'O cadastro é feito por convite. Fale com a administração.',
  primeiraConta:
    'A primeira conta deste servidor é criada pelo link mostrado a quem o iniciou, ou com a ferramenta de operação.',
  foraDoDominio: 'Use o seu e-mail da instituição.',
  confirmeEmail: 'Confirme o endereço pelo e-mail que enviamos.',
  cadastroRecebido: 'Cadastro recebido. Aguarde a aprovação.',
  aguardaAprovacao: 'Sua conta ainda aguarda aprovação.',
  sigaEmail: 'Siga as instruções no seu e-mail',
  linkInvalido: 'Este link não vale mais. Peça outro.',
  escolhaSenha: 'Escolha uma senha para a sua conta.',
  senhaAtualErrada: 'A senha atual não confere.',
  senhaRepetida: 'A nova senha deve ser diferente da atual.',
  contaSemSenha: 'O acesso a esta conta é feito por outro serviço, sem senha no UNIPARK.',
  codigoInvalido: 'Código inválido.',
  desafioVencido: 'O tempo para confirmar acabou. Entre novamente.',
  chaveRecusada: 'A chave de acesso não foi aceita.',
  entreDeNovo: 'Por segurança, entre novamente antes de continuar.',
  segundoFatorExigido: 'Ative o segundo fator em Perfil para administrar.',
  semEmail: 'O envio de e-mails não está configurado. Procure a administração.',
  sessaoExpirada: 'Sua sessão expirou. Entre novamente para continuar.',
} as const;

/** Finds a typing error; only a mail proves an address. */
export const isEmail = (email: string): boolean =>
  email.length <= 254 &&
  /^[^\s@<>"'(),;:\\[\]]+@[^\s@.<>"'(),;:\\[\]]+(\.[^\s@.<>"'(),;:\\[\]]+)*\.[^\s@.<>"'(),;:\\[\]]{2,}$/u.test(
    email,
  );
