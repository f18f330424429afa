import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useSession } from '../lib/session/session.ts';
import { LegalLinks } from './LegalLinks.tsx';
import { Logo } from './Logo.tsx';

type PublicLayoutProps = {
  title: string;
  hint?: ReactNode;
  /** `wide` for text; otherwise the card has the width of a form. */
  wide?: boolean;
  children: ReactNode;
};

export function PublicLayout({ title, hint, wide = false, children }: PublicLayoutProps) {
  const isSignedIn = useSession().status === 'signedIn';
  return (
    <div className="flex min-h-dvh flex-col items-center px-4">
      <a href="#conteudo" className="skip-link">
        Ir para o conteúdo
      </a>
      <header className="flex w-full justify-center pt-12 pb-6 max-tablet:pt-6">
        <Link
          to={isSignedIn ? '/home' : '/'}
          aria-label={isSignedIn ? 'UNIPARK, Página Inicial' : 'UNIPARK, Entrar'}
          className="inline-flex min-h-11 items-center rounded-chip text-text"
        >
          <Logo />
        </Link>
      </header>
      <main
        id="conteudo"
        tabIndex={-1}
        className={`flex w-full flex-col gap-5 rounded-panel border border-border bg-surface p-8 outline-none max-tablet:p-6 ${wide ? 'max-w-[760px]' : 'max-w-[440px]'}`}
      >
        <div>
          <h1 tabIndex={-1} className="text-xl">
            {title}
          </h1>
          {hint && <p className="mt-1 text-muted">{hint}</p>}
        </div>
        {children}
      </main>
      <footer className="mt-auto py-4">
        <LegalLinks />
      </footer>
    </div>
  );
}
