import type { ReactNode } from 'react';
import { PublicLayout } from '../../conta/PublicLayout.tsx';

type ProseProps = { title: string; sections: readonly { title: string; text: ReactNode }[] };

export function Prose({ title, sections }: ProseProps) {
  return (
    <PublicLayout wide title={title}>
      {sections.map((section) => (
        <section key={section.title} className="flex flex-col gap-1.5">
          <h2>{section.title}</h2>
          {section.text}
        </section>
      ))}
    </PublicLayout>
  );
}
