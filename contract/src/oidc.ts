/** The failures of single sign-on: the code after `#erro=`, and its sentence. */
export const ERROS_OIDC = {
  cancelado: 'A entrada foi cancelada.',
  estado: 'A entrada foi interrompida ou demorou demais. Tente de novo.',
  provedor: 'O serviço de login da instituição não respondeu como esperado. Tente mais tarde.',
  email: 'Sua conta da instituição não tem um e-mail confirmado. Fale com a administração.',
  vinculada: 'Este e-mail já pertence a outra conta da instituição. Fale com a administração.',
  aguarda: 'Sua conta ainda aguarda aprovação.',
  dominio: 'Use o seu e-mail da instituição.',
  convite: 'O cadastro é feito por convite. Fale com a administração.',
  fechado: 'O cadastro está fechado. Fale com a administração.',
  'primeira-conta':
    'A primeira conta deste servidor é criada pelo link mostrado a quem o iniciou, ou com a ferramenta de operação.',
  desabilitada: 'Esta conta está desabilitada. Fale com a administração.',
  tentativas: 'Muitas tentativas. Tente de novo em um minuto.',
} as const;

export type ErroOidc = keyof typeof ERROS_OIDC;
