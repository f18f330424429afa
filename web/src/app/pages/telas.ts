import type { IconName } from '../../ui/Icon.tsx';

export type ScreenCard = { icon: IconName; title: string; text: string; to: string };

const CARDS: readonly ScreenCard[] = [
  { icon: 'video', title: 'Ao Vivo', text: 'Últimos veículos e câmeras', to: '/aovivo' },
  {
    icon: 'gate',
    title: 'Portaria',
    text: 'Consultar placa e registrar passagem',
    to: '/portaria',
  },
  {
    icon: 'users',
    title: 'Visitantes',
    text: 'Passes com destino e horário',
    to: '/visitantes',
  },
  { icon: 'history', title: 'Histórico', text: 'Passagens com foto e hora', to: '/historico' },
  { icon: 'clock', title: 'Relatórios', text: 'Passagens por dia e hora', to: '/relatorios' },
  {
    icon: 'users',
    title: 'Consultar Proprietários',
    text: 'Buscar, editar, excluir',
    to: '/proprietarios/consultar',
  },
  {
    icon: 'user-plus',
    title: 'Novo Proprietário',
    text: 'Matrícula e nome',
    to: '/proprietarios/cadastrar',
  },
  {
    icon: 'car',
    title: 'Consultar Veículos',
    text: 'Placa, modelo, status',
    to: '/veiculos/consultar',
  },
  {
    icon: 'plus',
    title: 'Novo Veículo',
    text: 'Marca, modelo, placa e proprietário',
    to: '/veiculos/cadastrar',
  },
  {
    icon: 'printer',
    title: 'Adesivos',
    text: 'Imprimir com código QR',
    to: '/veiculos/adesivos',
  },
  { icon: 'upload', title: 'Importar', text: 'Cadastro de uma planilha', to: '/importar' },
];

const CONFIGURACOES: ScreenCard = {
  icon: 'sliders',
  title: 'Configurações',
  text: 'Dispositivos, câmeras e alertas',
  to: '/configuracoes',
};

/** Screens that complete the last row; the menu has them too. */
const FILLERS: readonly ScreenCard[] = [
  { icon: 'flask', title: 'Teste', text: 'Servidor, câmeras e som', to: '/teste' },
  { icon: 'key', title: 'Perfil', text: 'Senha, tema e atalhos', to: '/perfil' },
];

const COLUMNS = 4;

/** The cards of the home page, in whole rows: no card stands alone in the last one. */
export function listCards(isAdmin: boolean): ScreenCard[] {
  const cards = isAdmin ? [...CARDS, CONFIGURACOES] : [...CARDS];
  const gap = (COLUMNS - (cards.length % COLUMNS)) % COLUMNS;
  return [...cards, ...FILLERS.slice(0, gap)];
}
