import { type ReactNode, useId } from 'react';

type Props = { titulo: string; acao?: ReactNode; children: ReactNode };

export function Secao({ titulo, acao, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 border-t border-border pt-4">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 id={id} className="text-lg">
          {titulo}
        </h3>
        {acao}
      </div>
      {children}
    </section>
  );
}
