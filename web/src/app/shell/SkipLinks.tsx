import { useLocation, useNavigate } from 'react-router';
import { SEARCH_BOX } from '../../lib/screen/focusSearch.ts';
import { KEYS, type KeyRow } from '../../lib/screen/keys.ts';
import { type Shortcuts, useShortcuts } from '../../lib/screen/shortcuts.ts';
import { useIsAdmin } from '../../lib/session/session.ts';

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
  busca: SEARCH_BOX,
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

type ShellActions = { onHelp: () => void; onPalette: () => void };

/** The keys of every screen; those of `KEYS` with an address lead there. */
export function useShellKeys({ onHelp, onPalette }: ShellActions): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const isAdmin = useIsAdmin();
  const go = (to: string) => () => void navigate(to);
  const goKeys: Shortcuts = Object.fromEntries(
    Object.entries<KeyRow>(KEYS).flatMap(([name, { to }]) => (to ? [[name, go(to)]] : [])),
  );
  useShortcuts({
    ...goKeys,
    search: () => {
      if (!focusArea('busca')) navigate('/veiculos/consultar');
    },
    create: go(newAddress(pathname, isAdmin)),
    help: onHelp,
    palette: onPalette,
    toContent: () => focusArea('conteudo'),
    toMenu: () => focusArea('menu'),
    toSearch: () => focusArea('busca'),
    toFooter: () => focusArea('rodape'),
  });
}

/** What 'n' adds on a screen: what the screen lists, elsewhere a vehicle. */
function newAddress(pathname: string, isAdmin: boolean): string {
  if (pathname.startsWith('/proprietarios')) return '/proprietarios/cadastrar';
  if (isAdmin && pathname.startsWith('/configuracoes/dispositivos')) {
    return '/configuracoes/dispositivos/novo';
  }
  return '/veiculos/cadastrar';
}
