import { useEffect, useRef, useState } from 'react';
import { focusHeading } from '../lib/focusHeading.ts';

const isLost = (focused: Element | null): boolean => !focused || focused === document.body;

/** Where the focus may be put: drawn, and not behind a dialog. */
function isInReach(place: Element | null | undefined): place is HTMLElement {
  if (!(place instanceof HTMLElement) || !place.isConnected || isLost(place)) return false;
  const top = [...document.querySelectorAll('[role$="dialog"]')].at(-1);
  return !top || top.contains(place);
}

/**
 * What is taken away while it is open, as a dialog, cannot give the focus back itself: it returns to
 * the place that is `wanted`, to whatever had it before that came, or to the heading where both are
 * gone.
 */
export function useFocusBack(open: boolean, wanted?: () => Element | null): void {
  const [before] = useState(() => document.activeElement);
  const latest = useRef(wanted);
  latest.current = wanted;
  useEffect(() => {
    if (!open) return;
    return () => {
      setTimeout(() => {
        // The focus may have gone on by itself.
        if (!isLost(document.activeElement)) return;
        const place = [latest.current?.(), before].find(isInReach);
        if (place) place.focus();
        // Another dialog may have taken its place, which sees to the focus.
        else if (!document.querySelector('[role$="dialog"]')) focusHeading();
      });
    };
  }, [open, before]);
}
