import type { KeyboardEvent } from 'react';

/**
 * Ctrl+Enter (or ⌘+Enter) acts as the main button. A held key acts once. A key in a dialog that
 * this component renders belongs to the dialog.
 */
export const onCtrlEnter = (act: () => void) => (event: KeyboardEvent<HTMLElement>) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
  event.preventDefault();
  if (!event.repeat) act();
};
