import type { KeyboardEvent } from 'react';
import { startsWith } from '../lib/labels.ts';

/**
 * In a group of radios a letter chooses the next option that begins with it, as in a native select:
 * sixteen colours are one or two keys away.
 */
export const onTypeAhead =
  <V extends string>(
    options: readonly { value: V; label: string }[],
    value: V | '' | null | undefined,
    onChange: (value: V) => void,
  ) =>
  (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length > 1) return;
    if (event.key === ' ') return;
    const from = options.findIndex((option) => option.value === value) + 1;
    const inTurn = [...options.slice(from), ...options.slice(0, from)];
    const next = inTurn.find(({ label }) => startsWith(label, event.key));
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    event.currentTarget.querySelectorAll('input')[options.indexOf(next)]?.focus();
  };
