import { useEffect, useRef, useState } from 'react';
import { focusHeading } from '../lib/focusHeading.ts';

/** Ms after which a dialog that opens has put the focus where it wants it. */
const SETTLED = 100;

/** Nowhere, or on what is on its way out. */
const isLost = (focused: Element | null): boolean =>
  !focused || focused === document.body || focused.closest('[data-closed]') !== null;

const topDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[role$="dialog"]:not([data-closed])')].at(-1);

/** Where the focus may be put: drawn, and not behind a dialog. */
function isInReach(place: Element | null | undefined): place is HTMLElement {
  if (!(place instanceof HTMLElement) || !place.isConnected || isLost(place)) return false;
  const top = topDialog();
  return !top || top.contains(place);
}

/**
 * What is taken away while it is open, as a dialog, cannot give the focus back itself: it returns to
 * the place that is `wanted`, to whatever had it before that came, or, where both are gone, to the
 * dialog under it or the heading.
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
        else if (!topDialog()) focusHeading();
        // One that has just come sees to the focus itself; one that was under this does not.
        else setTimeout(() => isLost(document.activeElement) && topDialog()?.focus(), SETTLED);
      });
    };
  }, [open, before]);
}
