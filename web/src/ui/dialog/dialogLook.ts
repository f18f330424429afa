import { cx } from '../cx.ts';

export const BACKDROP = cx(
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-150',
  'data-[starting-style]:opacity-0 data-[ending-style]:opacity-0',
);

export const POPUP = cx(
  'fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100dvh-32px)] w-[calc(100vw-32px)] flex-col',
  '-translate-x-1/2 -translate-y-1/2 rounded-panel border border-border bg-surface shadow-float',
  'outline-none transition-[opacity,transform] duration-150 ease-out',
  'data-[starting-style]:translate-y-[calc(-50%+8px)] data-[starting-style]:opacity-0',
  'data-[ending-style]:opacity-0',
);

/** A sheet at the right edge; on a phone the whole screen. */
export const SHEET = cx(
  'fixed inset-y-0 right-0 z-40 flex h-dvh w-full flex-col bg-surface shadow-float outline-none',
  'tablet:w-[560px] tablet:border-l tablet:border-border',
  'transition-[opacity,transform] duration-150 ease-out',
  'data-[starting-style]:translate-x-6 data-[starting-style]:opacity-0',
  // A dialog over it has no backdrop of its own.
  'data-[nested-dialog-open]:after:absolute data-[nested-dialog-open]:after:-inset-px',
  'data-[nested-dialog-open]:after:bg-scrim',
);

/** A toast is drawn outside of the dialog: a press on it must not close the dialog. */
export function keepOpenForToast(details: {
  reason: string;
  event: Event;
  cancel: () => void;
}): boolean {
  const target = details.event.target;
  const onToast = target instanceof Element && target.closest('.Toastify') !== null;
  if (onToast) details.cancel();
  return onToast;
}
