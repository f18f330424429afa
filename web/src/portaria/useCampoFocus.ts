import { type RefObject, useEffect } from 'react';
import { isTyping } from '../lib/screen/shortcuts.ts';

const DIALOGO = '[role="dialog"], [role="alertdialog"]';
const isInDialog = (alvo: EventTarget | null): boolean =>
  alvo instanceof Element && alvo.closest(DIALOGO) !== null;

/**
 * Keeps the focus in the plate's field: after it is lost, after a dialog, and for a scanner that
 * types while a button has it. A move by Tab is respected.
 */
export function useCampoFocus(campo: RefObject<HTMLInputElement | null>): () => void {
  const focusCampo = () => campo.current?.focus({ preventScroll: true });

  useEffect(() => {
    const returnFocus = () => {
      setTimeout(() => {
        if (!document.querySelector(DIALOGO)) campo.current?.focus({ preventScroll: true });
      });
    };
    let estavaEmDialogo = false;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (estavaEmDialogo && !isInDialog(target)) returnFocus();
      estavaEmDialogo = isInDialog(target);
    };
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      estavaEmDialogo ||= isInDialog(target);
      if (relatedTarget === null && document.hasFocus()) returnFocus();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (!/^[a-z0-9]$/i.test(event.key)) return;
      if (isTyping(event.target) || document.querySelector(DIALOGO)) return;
      // The key is typed into the field and must not trigger a shortcut.
      event.stopPropagation();
      campo.current?.focus({ preventScroll: true });
    };
    returnFocus();
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [campo]);

  return focusCampo;
}
