import { useEffect, useRef } from 'react';
import { createPreference } from '../preference.ts';
import { KEY_ROWS, KEYS, type KeyName } from './keys.ts';

/** One-letter keys can be switched off in the profile (WCAG 2.1.4). */
export const atalhos = createPreference('unipark.atalhos', ['ligados', 'desligados'], 'ligados');

/** Whether the element takes letters as text. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select') !== null;
}

/** How long 'g' waits for its second letter. */
const SEQUENCE_MS = 1_000;

/** Of the whole list: the 'c' of 'g c' is not the 'c' of another part of the screen. */
const SEQUENCES = KEY_ROWS.flatMap(({ keys }) => keys).filter((key) => key.includes(' '));

/** A name of the list of keys → its action, which gets the pressed key. */
export type Shortcuts = Partial<Record<KeyName, (key: string) => void>>;

/** The key of an event with Ctrl, ⌘ or Alt, as the list spells it. */
function chordOf({ key, code, altKey, ctrlKey, metaKey }: KeyboardEvent): string | undefined {
  // `code`, because with Alt some keyboards turn the digit into another character.
  if (altKey) return ctrlKey || metaKey ? undefined : code.replace(/^Digit/, 'Alt+');
  return ctrlKey || metaKey ? `Ctrl+${key.toUpperCase()}` : undefined;
}

/** The palette opens over a dialog; a question is answered first. */
const isBlocked = (event: KeyboardEvent): boolean =>
  document.querySelector('[role="alertdialog"]') !== null ||
  (document.querySelector('[role="dialog"]') !== null && chordOf(event) !== KEYS.palette.keys[0]);

/** Binds keys of the list: letters never inside a field, and only Ctrl+K while a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;

  useEffect(() => {
    let pending = '';
    let timer: ReturnType<typeof setTimeout> | undefined;

    const bound = () =>
      Object.entries(latest.current).flatMap(([name, act]) =>
        KEYS[name as KeyName].keys.map((key) => ({ key: key as string, act })),
      );
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (isBlocked(event)) return;
      // A key with Alt or Ctrl is not a single-letter key, so it works everywhere.
      if (event.altKey || event.ctrlKey || event.metaKey) {
        const chord = chordOf(event);
        return chord ? run(event, chord) : undefined;
      }
      if (isTyping(event.target) || atalhos.get() === 'desligados') return;
      const typed = pending ? `${pending} ${event.key}` : event.key;
      pending = '';
      clearTimeout(timer);
      if (run(event, typed)) return;
      if (SEQUENCES.some((key) => key.startsWith(`${event.key} `))) {
        pending = event.key;
        timer = setTimeout(() => {
          pending = '';
        }, SEQUENCE_MS);
      }
    };
    const run = (event: KeyboardEvent, pressed: string): boolean => {
      const found = bound().find(({ key }) => key === pressed);
      if (!found) return false;
      event.preventDefault();
      found.act(pressed);
      return true;
    };

    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      clearTimeout(timer);
    };
  }, []);
}
