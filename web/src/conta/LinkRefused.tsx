import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { type ReactNode, useEffect } from 'react';
import { focusHeading } from '../lib/focusHeading.ts';
import { EmptyState } from '../ui/EmptyState.tsx';

type LinkRefusedProps = {
  /** What such a link is worth, and the way to another. */
  text: ReactNode;
  /** Buttons. */
  children: ReactNode;
};

/** A link that opens nothing any more. */
export function LinkRefused({ text, children }: LinkRefusedProps) {
  // The form that was on screen, and the cursor in it, are gone.
  useEffect(focusHeading, []);
  return (
    <EmptyState snug icon="warning" title={TEXTOS_CONTA.linkInvalido} text={text}>
      {children}
    </EmptyState>
  );
}
