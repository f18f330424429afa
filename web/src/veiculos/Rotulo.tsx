import type { ReactNode } from 'react';

/** The number is decorative: the empty text after the slash keeps it out of the field's name. */
export function Rotulo({ numero, children }: { numero?: number; children: ReactNode }) {
  if (numero === undefined) return children;
  return (
    <span
      data-numero={numero}
      className="before:mr-2 before:font-normal before:text-muted before:content-[attr(data-numero)/'']"
    >
      {children}
    </span>
  );
}
