import type { KeyboardEvent } from 'react';
import { startsWith } from '../../lib/labels.ts';

/** A letter chooses the next radio that begins with it, as in a native select. */
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
