import type { Usuario } from '@unipark/contract/usuario';

export type UsuarioAction =
  | 'aprovar'
  | 'recusar'
  | 'desabilitar'
  | 'habilitar'
  | 'promover'
  | 'rebaixar'
  | 'retirarFator';

/** `redefinir` has a dialog of its own: its answer may be a link. */
export type UsuarioMenuAction = UsuarioAction | 'redefinir';

export const ROTULOS: Record<UsuarioMenuAction, string> = {
  aprovar: 'Aprovar',
  recusar: 'Recusar',
  desabilitar: 'Desabilitar',
  habilitar: 'Habilitar',
  promover: 'Tornar administrador',
  rebaixar: 'Retirar da administração',
  redefinir: 'Redefinir acesso',
  retirarFator: 'Retirar segundo fator',
};

interface UsuarioContext {
  proprio: boolean;
  /** Firebase keeps passwords and second factors. */
  externo: boolean;
}

/** The acts that are possible, in the order of the menu. */
export function listAcoes(
  usuario: Usuario,
  { proprio, externo }: UsuarioContext,
): UsuarioMenuAction[] {
  const { situacao, admin, segundoFator } = usuario;
  if (situacao === 'aprovacao') return ['aprovar', 'recusar'];
  if (situacao === 'email') return ['recusar'];
  if (situacao === 'desabilitada') return ['habilitar'];
  const deSenha: UsuarioMenuAction[] = segundoFator ? ['redefinir', 'retirarFator'] : ['redefinir'];
  return [
    admin ? 'rebaixar' : 'promover',
    // The profile changes one's own password and second factor.
    ...(proprio || externo ? [] : deSenha),
    'desabilitar',
  ];
}

interface ActionQuestion {
  titulo: string;
  texto: string;
  perigo: boolean;
}

/** The question before an act; undefined: the act removes nothing and is not asked. */
export function findPergunta(
  ato: UsuarioAction,
  { nome, email }: Usuario,
  proprio: boolean,
): ActionQuestion | undefined {
  switch (ato) {
    case 'aprovar':
    case 'habilitar':
      return undefined;
    case 'recusar':
      return {
        titulo: 'Recusar cadastro',
        texto: `Deseja recusar o cadastro de ${nome} (${email})? Ele é apagado. A pessoa pode se cadastrar de novo.`,
        perigo: true,
      };
    case 'desabilitar':
      return {
        titulo: 'Desabilitar conta',
        texto: proprio
          ? 'Esta é a sua conta. Você sai do sistema imediatamente e só volta se outro administrador habilitar a conta.'
          : `Deseja desabilitar a conta de ${nome}? A pessoa perde o acesso imediatamente, em todos os navegadores, até a conta ser habilitada.`,
        perigo: true,
      };
    case 'promover':
      return {
        titulo: 'Tornar administrador',
        texto: `${nome} poderá ver e alterar usuários, dispositivos e as demais configurações.`,
        perigo: false,
      };
    case 'rebaixar':
      return {
        titulo: 'Retirar da administração',
        texto: proprio
          ? 'Esta é a sua conta. Você deixa de ver as configurações, e só outro administrador pode torná-lo administrador de novo.'
          : `${nome} deixa de ver e alterar as configurações imediatamente.`,
        perigo: true,
      };
    case 'retirarFator':
      return {
        titulo: 'Retirar segundo fator',
        texto: `Use quando ${nome} perdeu o celular ou a chave de acesso. As sessões abertas são encerradas, e o acesso passa a exigir só a senha. Antes, confirme a identidade da pessoa.`,
        perigo: true,
      };
  }
}
