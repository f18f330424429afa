/** One key of the product, as the help shows it. */
export interface KeyRow {
  /** Alternatives; 'g h' is two keys, one after the other. */
  keys: readonly string[];
  does: string;
  /** Where it works: the heading over it in the help. */
  at: string;
  /** The screen that it leads to. */
  to?: string;
}

const EVERYWHERE = 'Em todas as telas';
const GO = 'Ir para';
const LISTS = 'Nas listas';
const FORMS = 'Nos formulários';

/** Every key of the product. `useShortcuts` binds by these names, and the help shows the whole list. */
export const KEYS = {
  palette: { keys: ['Ctrl+K'], does: 'Ir para, criar ou encontrar', at: EVERYWHERE },
  search: { keys: ['/'], does: 'Busca desta tela', at: EVERYWHERE },
  create: { keys: ['n'], does: 'Novo cadastro', at: EVERYWHERE },
  ciente: { keys: ['c'], does: 'Ciente do alerta mostrado', at: EVERYWHERE },
  help: { keys: ['?'], does: 'Esta lista', at: EVERYWHERE },
  toContent: { keys: ['Alt+1'], does: 'Conteúdo', at: EVERYWHERE },
  toMenu: { keys: ['Alt+2'], does: 'Menu', at: EVERYWHERE },
  toSearch: { keys: ['Alt+3'], does: 'Busca', at: EVERYWHERE },
  toFooter: { keys: ['Alt+4'], does: 'Rodapé', at: EVERYWHERE },
  goHome: { keys: ['g h'], does: 'Página Inicial', at: GO, to: '/home' },
  goAoVivo: { keys: ['g a'], does: 'Ao Vivo', at: GO, to: '/aovivo' },
  goPortaria: { keys: ['g o'], does: 'Portaria', at: GO, to: '/portaria' },
  goHistorico: { keys: ['g i'], does: 'Histórico', at: GO, to: '/historico' },
  goVeiculos: { keys: ['g v'], does: 'Veículos', at: GO, to: '/veiculos/consultar' },
  goProprietarios: { keys: ['g p'], does: 'Proprietários', at: GO, to: '/proprietarios/consultar' },
  goTeste: { keys: ['g t'], does: 'Teste', at: GO, to: '/teste' },
  goConfiguracoes: { keys: ['g c'], does: 'Configurações', at: GO, to: '/configuracoes' },
  rows: { keys: ['↑', '↓'], does: 'Mudar de linha na tabela', at: LISTS },
  openRow: { keys: ['Enter'], does: 'Abrir a linha', at: LISTS },
  editRow: { keys: ['e'], does: 'Editar a linha', at: LISTS },
  removeRow: { keys: ['Delete'], does: 'Excluir a linha (com confirmação)', at: LISTS },
  save: { keys: ['Ctrl+Enter'], does: 'Salvar ou confirmar', at: FORMS },
  pages: { keys: ['PageUp', 'PageDown'], does: 'Cinco opções de uma vez', at: FORMS },
  cameras: { keys: ['1', '2', '3', '4'], does: 'Ampliar a câmera; Esc volta', at: 'Em Ao Vivo' },
  register: { keys: ['Enter'], does: 'Registrar o sentido em destaque', at: 'Na Portaria' },
  clearPlaca: { keys: ['Esc'], does: 'Limpar a placa', at: 'Na Portaria' },
} as const satisfies Record<string, KeyRow>;

export type KeyName = keyof typeof KEYS;

export const KEY_ROWS: readonly KeyRow[] = Object.values(KEYS);

/** The key that leads to a screen. */
export const keyTo = (path: string): string | undefined =>
  KEY_ROWS.find(({ to }) => to === path)?.keys[0];
