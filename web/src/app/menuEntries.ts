import type { IconName } from '../ui/Icon.tsx';

export type MenuLink = { label: string; to: string; icon?: IconName };
export type MenuParent = { label: string; icon: IconName; path: string; children: MenuLink[] };
export type MenuEntry = MenuLink | MenuParent;

/** Exactly the entries of the specification; nothing is added here. */
export const MENU_ENTRIES: readonly MenuEntry[] = [
  { label: 'Página Inicial', to: '/home', icon: 'home' },
  { label: 'Teste', to: '/teste', icon: 'flask' },
  { label: 'Ao Vivo', to: '/aovivo', icon: 'video' },
  {
    label: 'Proprietários',
    icon: 'users',
    path: '/proprietarios',
    children: [
      { label: 'Consultar Proprietários', to: '/proprietarios/consultar' },
      { label: 'Novo Proprietário', to: '/proprietarios/cadastrar' },
    ],
  },
  {
    label: 'Veículos',
    icon: 'car',
    path: '/veiculos',
    children: [
      { label: 'Consultar Veículos', to: '/veiculos/consultar' },
      { label: 'Novo Veículo', to: '/veiculos/cadastrar' },
    ],
  },
];

export const isParent = (entry: MenuEntry): entry is MenuParent => 'children' in entry;

/** Whether an address lies under one of the parent's children. */
export const holds = (parent: MenuParent, pathname: string): boolean =>
  parent.children.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
