import { type FocusEvent, useEffect, useRef } from 'react';
import { findRowPlace } from '../dialog/useFocusBack.ts';

type HeldRow = { element: Element; findPlace: ReturnType<typeof findRowPlace> };

/**
 * Keeps the focus in a list when the row that has it disappears (its record was deleted): the row in
 * its place takes it, or the sentence of the empty list.
 */
export function useFocusInList() {
  const held = useRef<HeldRow>(undefined);
  // After every render: any of them may remove the row.
  useEffect(() => {
    const { element, findPlace } = held.current ?? {};
    if (!element || element.isConnected) return;
    // Another element may have taken the focus.
    const place = document.activeElement === document.body ? findPlace?.() : undefined;
    // While the list loads there is no place yet.
    if (place === null) return;
    held.current = undefined;
    place?.focus();
  });

  return {
    onFocus({ target }: FocusEvent<HTMLElement>): void {
      held.current = { element: target, findPlace: findRowPlace(target) };
    },
    onBlur({ relatedTarget }: FocusEvent<HTMLElement>): void {
      // Without a next element the row may be disappearing.
      if (relatedTarget) held.current = undefined;
    },
  };
}
