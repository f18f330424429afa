import { useEffect, useRef } from 'react';
import { focusHeading } from '../../lib/screen/focusHeading.ts';

/** Milliseconds after which an opening dialog has taken the focus. */
const SETTLED = 100;

/** Whether no element has the focus, or one that is disappearing. */
const isLost = (focused: Element | null): boolean =>
  !focused || focused === document.body || focused.closest('[data-closed]') !== null;

const topDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[role$="dialog"]:not([data-closed])')].at(-1);

/** Whether an element can take the focus: it is drawn, and no dialog covers it. */
function isInReach(place: Element | null | undefined): place is HTMLElement {
  if (!(place instanceof HTMLElement) || !place.isConnected || isLost(place)) return false;
  const top = topDialog();
  return !top || top.contains(place);
}

/**
 * The place of an element in a list, for when its row disappears: answers the row that is there then,
 * the last one, or the sentence of the empty list; nothing while the list loads. Undefined for an
 * element outside of lists.
 */
export function findRowPlace(element: Element | null): (() => HTMLElement | null) | undefined {
  const row = element?.closest('tr[data-row]');
  const list = row?.closest('.data-table');
  if (!row || !list) return undefined;
  const index = [...(row.parentElement?.children ?? [])].indexOf(row);
  return () => {
    const rows = list.querySelectorAll<HTMLElement>('tr[data-row][tabindex]');
    return rows[Math.min(index, rows.length - 1)] ?? list.querySelector<HTMLElement>('.no-rows');
  };
}

/** What had the focus when one dialog led to the next, from the page on. */
let trail: (Element | null)[] = [];

/** Notes an element, and before it the button of the popup that it is in. */
function noteOpener(before: Element | null): void {
  const popup = before?.closest('[role$="dialog"], [role="menu"]');
  const button = popup?.id
    ? document.querySelector(`[aria-controls="${CSS.escape(popup.id)}"]`)
    : null;
  trail = [...(popup ? trail : []), button, before];
}

/**
 * For dialogs, also those that are removed while open: they cannot return the focus themselves, and
 * the library then returns that of the next dialog to the wrong element. The focus goes to `wanted`, else to the element that had it before, else to the row in its place,
 * else to the dialog below or the heading.
 */
export function useFocusBack(open: boolean, wanted?: () => Element | null): void {
  const opened = useRef<{ before: Element | null; findPlace?: ReturnType<typeof findRowPlace> }>(
    null,
  );
  if (!open) opened.current = null;
  else if (!opened.current) {
    const before = document.activeElement;
    opened.current = { before, findPlace: findRowPlace(before) };
    noteOpener(before);
  }
  const latest = useRef(wanted);
  latest.current = wanted;
  useEffect(() => {
    if (!open || !opened.current) return;
    const { before, findPlace } = opened.current;
    return () => {
      setTimeout(() => {
        // The focus may already be on another element.
        if (!isLost(document.activeElement)) return;
        const places = [latest.current?.(), before, findPlace?.(), ...trail.toReversed()];
        const place = places.find(isInReach);
        if (place) place.focus();
        else if (!topDialog()) focusHeading();
        // A dialog that opens takes the focus itself; a dialog below this one does not.
        else setTimeout(() => isLost(document.activeElement) && topDialog()?.focus(), SETTLED);
      });
    };
  }, [open]);
}
