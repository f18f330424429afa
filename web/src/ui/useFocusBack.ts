import { useEffect, useState } from 'react';
import { focusHeading } from '../lib/focusHeading.ts';

const isLost = (focused: Element | null): boolean => !focused || focused === document.body;

/**
 * What is taken away while it is open, as a dialog, cannot give the focus back itself: it returns to
 * whatever had it before that came, or to the heading where that is gone.
 */
export function useFocusBack(open: boolean): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    if (!open) return;
    return () => {
      setTimeout(() => {
        // Another dialog may have taken its place, or the focus gone on by itself.
        if (!isLost(document.activeElement) || document.querySelector('[role$="dialog"]')) return;
        if (before instanceof HTMLElement && before.isConnected && !isLost(before)) before.focus();
        else focusHeading();
      });
    };
  }, [open, before]);
}
