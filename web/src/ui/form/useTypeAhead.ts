import { type KeyboardEvent, useRef } from 'react';
import { startsWith } from '../../lib/labels.ts';

/** The longest pause between two letters of one word, as in native selects. */
const PAUSE_MS = 1_000;

/**
 * Letters choose a radio, as in a native select: the same letter again chooses the next option that
 * begins with it, and other letters typed in one go are the beginning of a label.
 */
export function useTypeAhead<V extends string>(
  options: readonly { value: V; label: string }[],
  value: V | '' | null | undefined,
  onChange: (value: V) => void,
): (event: KeyboardEvent<HTMLElement>) => void {
  const typed = useRef({ text: '', at: 0 });

  const findNext = (letter: string) => {
    const from = options.findIndex((option) => option.value === value) + 1;
    const inTurn = [...options.slice(from), ...options.slice(0, from)];
    return inTurn.find(({ label }) => startsWith(label, letter));
  };

  return (event) => {
    const { key, timeStamp } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || key.length > 1 || key === ' ') return;
    const { text, at } = typed.current;
    const word = timeStamp - at > PAUSE_MS ? key : text + key;
    const ofWord =
      word.length > 1 ? options.find(({ label }) => startsWith(label, word)) : undefined;
    typed.current = { text: ofWord ? word : key, at: timeStamp };
    const next = ofWord ?? findNext(key);
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    event.currentTarget.querySelectorAll('input')[options.indexOf(next)]?.focus();
  };
}
