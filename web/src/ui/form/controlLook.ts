import { cx } from '../cx.ts';

/** The box of every input and select: 44 px, one border, red when invalid. */
export const controlClass = (className?: string): string =>
  cx(
    'w-full min-h-11 rounded-control border border-control bg-surface px-3 text-text',
    'transition-colors duration-150 aria-invalid:border-danger',
    '[&:is(input,textarea):read-only]:bg-hover disabled:border-border disabled:bg-hover disabled:text-muted',
    className,
  );
