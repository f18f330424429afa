import { cx } from './cx.ts';

/** What floats beside its button. */
export const FLOATING = cx(
  'rounded-panel border border-border bg-surface text-text shadow-float outline-none',
  'transition-[opacity,transform] duration-150 ease-out',
  'data-[starting-style]:-translate-y-1 data-[starting-style]:opacity-0 data-[ending-style]:opacity-0',
);
