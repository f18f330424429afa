import { type RefObject, useEffect } from 'react';
import { isTyping } from '../lib/shortcuts.ts';

const DIALOGO = '[role="dialog"], [role="alertdialog"]';
const emDialogo = (alvo: EventTarget | null): boolean =>
  alvo instanceof Element && alvo.closest(DIALOGO) !== null;

/**
 * Keeps the cursor in the plate's field: whatever the focus was lost to, after dialogs too, and for
 * a scanner that types while a button has it. Who walks by Tab is left alone.
 */
export function useFocoNoCampo(campo: RefObject<HTMLInputElement | null>): () => void {
  const focar = () => campo.current?.focus({ preventScroll: true });

  useEffect(() => {
    const voltar = () => {
      setTimeout(() => {
        if (!document.querySelector(DIALOGO)) campo.current?.focus({ preventScroll: true });
      });
    };
    let estavaEmDialogo = false;
    const onFocusIn = ({ target }: FocusEvent) => {
      if (estavaEmDialogo && !emDialogo(target)) voltar();
      estavaEmDialogo = emDialogo(target);
    };
    const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
      estavaEmDialogo ||= emDialogo(target);
      if (relatedTarget === null && document.hasFocus()) voltar();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      if (!/^[a-z0-9]$/i.test(event.key)) return;
      if (isTyping(event.target) || document.querySelector(DIALOGO)) return;
      // The key goes on into the field, and is no shortcut of the shell.
      event.stopPropagation();
      campo.current?.focus({ preventScroll: true });
    };
    voltar();
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    document.addEventListener('keydown', onKey, true);
    return () => {
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
      document.removeEventListener('keydown', onKey, true);
    };
  }, [campo]);

  return focar;
}
