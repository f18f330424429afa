import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useInstalacao } from '../../conta/instalacao.ts';

const LINK =
  'inline-flex min-h-11 items-center text-sm font-medium text-muted underline underline-offset-4 hover:text-text';

type QueryState = { state: { dataUpdateCount: number; errorUpdateCount: number } };
/** Queries without an answer yet, good or bad. */
const isFirst = {
  predicate: ({ state }: QueryState) => state.dataUpdateCount + state.errorUpdateCount === 0,
};
const SETTLED_MS = 150;

/** True until a screen has its first answers: a page that still grows would push the footer away. */
function useIsFilling(): boolean {
  const isFetching = useIsFetching(isFirst) > 0;
  const { pathname } = useLocation();
  const [settled, setSettled] = useState('');
  useEffect(() => {
    if (isFetching) return;
    const timer = setTimeout(() => setSettled(pathname), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [isFetching, pathname]);
  return settled !== pathname;
}

/** Invisible until the screen is filled; its place is kept. */
export function Footer() {
  const isFilling = useIsFilling();
  const redes = useInstalacao()?.redes;
  // The addresses belong to the installation: the lines are absent until it has answered.
  const social = redes
    ? [
        ['Facebook', redes.facebook],
        ['Instagram', redes.instagram],
        ['LinkedIn', redes.linkedin],
      ]
    : [];
  return (
    <footer
      id="rodape"
      tabIndex={-1}
      className={`${isFilling ? 'invisible ' : ''}flex min-h-11 flex-wrap items-center justify-between gap-x-6 border-t border-border px-6 text-sm text-muted max-desktop:flex-col max-desktop:justify-center max-desktop:py-3 max-desktop:text-center`}
    >
      <ul className="flex min-h-11 flex-1 gap-5">
        {social.map(([name, href]) => (
          <li key={name}>
            <a href={href} rel="noreferrer" className={LINK}>
              {name}
            </a>
          </li>
        ))}
      </ul>
      <p>UNILAVRAS - UNIPARK - © Todos os direitos reservados - 2024</p>
      <ul className="flex flex-1 justify-end gap-5">
        <li>
          <Link to="/privacidade" className={LINK}>
            Privacidade
          </Link>
        </li>
        <li>
          <Link to="/acessibilidade" className={LINK}>
            Acessibilidade
          </Link>
        </li>
      </ul>
    </footer>
  );
}
