import { TEXTOS_CONTA } from '@unipark/contract/textosConta';
import { type ReactNode, useEffect } from 'react';
import { focusHeadingSoon } from '../lib/screen/focusHeading.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';

type LinkRefusedProps = {
  /** How long such a link is valid, and how to get another. */
  text: ReactNode;
  children: ReactNode;
};

export function LinkRefused({ text, children }: LinkRefusedProps) {
  // The form had the cursor and is no longer on screen.
  useEffect(focusHeadingSoon, []);
  return (
    <EmptyState snug icon="warning" title={TEXTOS_CONTA.linkInvalido} text={text}>
      {children}
    </EmptyState>
  );
}
