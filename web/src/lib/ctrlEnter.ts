import type { KeyboardEvent } from 'react';

/**
 * Ctrl+Enter (or ⌘+Enter) does what the main button would. A key that is held does it once, and a
 * key pressed in a dialog that is merely drawn by this part of the page is the dialog's own.
 */
export const onCtrlEnter = (act: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
  event.preventDefault();
  if (!event.repeat) act();
};
