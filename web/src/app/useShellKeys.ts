import { useLocation, useNavigate } from 'react-router';
import { useShortcuts } from '../lib/shortcuts.ts';
import { focusArea } from './areas.ts';

/** The keys that work on every screen. */
export function useShellKeys(onHelp: () => void): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isOwners = pathname.startsWith('/proprietarios');
  const go = (to: string) => () => navigate(to);
  useShortcuts({
    '/': () => {
      if (!focusArea('busca')) navigate('/veiculos/consultar');
    },
    '?': onHelp,
    'g h': go('/home'),
    'g a': go('/aovivo'),
    'g v': go('/veiculos/consultar'),
    'g p': go('/proprietarios/consultar'),
    n: go(isOwners ? '/proprietarios/cadastrar' : '/veiculos/cadastrar'),
    'Alt+1': () => focusArea('conteudo'),
    'Alt+2': () => focusArea('menu'),
    'Alt+3': () => focusArea('busca'),
    'Alt+4': () => focusArea('rodape'),
  });
}
