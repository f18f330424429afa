import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PublicLayout } from '../../conta/PublicLayout.tsx';
import { useSession } from '../../lib/session/session.ts';

type ProseProps = { title: string; sections: readonly { title: string; text: ReactNode }[] };

export function Prose({ title, sections }: ProseProps) {
  const isSignedIn = useSession().status === 'signedIn';
  return (
    <PublicLayout wide title={title}>
      {sections.map((section) => (
        <section key={section.title} className="flex flex-col gap-1.5">
          <h2>{section.title}</h2>
          {section.text}
        </section>
      ))}
      <p className="text-sm">
        <Link to={isSignedIn ? '/home' : '/'}>
          {isSignedIn ? 'Voltar à Página Inicial' : 'Voltar à entrada'}
        </Link>
      </p>
    </PublicLayout>
  );
}
