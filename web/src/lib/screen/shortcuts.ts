import { useEffect, useRef } from 'react';
import { createPreference } from '../preference.ts';

/** One-letter keys can be switched off in the profile (WCAG 2.1.4). */
export const atalhos = createPreference('unipark.atalhos', ['ligados', 'desligados'], 'ligados');

/** Whether the element takes letters as text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select') !== null;
}

/** How long 'g' waits for its second letter. */
const SEQUENCE_MS = 1_000;

/** 'v', 'g v' or 'Alt+1' → its action. */
export type Shortcuts = Record<string, () => void>;

/** Single letters, sequences of two, and Alt with a digit; never inside a field or a dialog. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;

  useEffect(() => {
    let pending = '';
    let timer: ReturnType<typeof setTimeout> | undefined;

    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.isComposing) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      // Alt+digit moves the focus and is not a single-letter key, so it works everywhere.
      // `code`, because with Alt some keyboards turn the digit into another character.
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
      if (event.altKey) return digit ? run(event, `Alt+${digit}`) : undefined;
      if (isTyping(event.target) || atalhos.get() === 'desligados') return;
      const typed = pending ? `${pending} ${event.key}` : event.key;
      pending = '';
      clearTimeout(timer);
      if (latest.current[typed]) return run(event, typed);
      if (Object.keys(latest.current).some((keys) => keys.startsWith(`${event.key} `))) {
        pending = event.key;
        timer = setTimeout(() => {
          pending = '';
        }, SEQUENCE_MS);
      }
    };
    const run = (event: KeyboardEvent, keys: string) => {
      const action = latest.current[keys];
      if (!action) return;
      event.preventDefault();
      action();
    };

    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      clearTimeout(timer);
    };
  }, []);
}
