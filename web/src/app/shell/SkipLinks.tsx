import { useLocation, useNavigate } from 'react-router';
import { useShortcuts } from '../../lib/screen/shortcuts.ts';

/** The four areas of every screen, in the order of Alt+1 to Alt+4. */
const AREAS = {
  conteudo: 'o conteúdo',
  menu: 'o menu',
  busca: 'a busca',
  rodape: 'o rodapé',
} as const;
type Area = keyof typeof AREAS;

const SELECTORS: Record<Area, string> = {
  conteudo: '#conteudo',
  menu: '#menu',
  busca: 'main input[type="search"]',
  rodape: '#rodape',
};

/** Moves the focus to an area; false when this screen lacks it (usually the search). */
function focusArea(area: Area): boolean {
  const target = document.querySelector<HTMLElement>(SELECTORS[area]);
  target?.focus();
  if (target instanceof HTMLInputElement) target.select();
  target?.scrollIntoView?.({ block: 'nearest' });
  return target !== null;
}

/** Not every screen has a search: only Alt+3 leads to it. */
const OFFERED = (Object.keys(AREAS) as Area[])
  .map((area, index) => ({ area, key: `Alt+${index + 1}` }))
  .filter(({ area }) => area !== 'busca');

export function SkipLinks() {
  return (
    <nav aria-label="Ir direto para">
      {OFFERED.map(({ area, key }) => (
        <a
          key={area}
          href={`#${area}`}
          className="skip-link"
          onClick={(event) => {
            event.preventDefault();
            focusArea(area);
          }}
        >
          Ir para {AREAS[area]} ({key})
        </a>
      ))}
    </nav>
  );
}

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
