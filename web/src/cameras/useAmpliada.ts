import { LUGARES_CAMERA } from '@unipark/contract/camera';
import { useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../lib/shortcuts.ts';

/**
 * Which camera fills the panel: by its own button, by the keys 1–4, and Esc back. The focus goes
 * with it, for the others lie underneath.
 */
export function useAmpliada(tocaveis: readonly string[]) {
  const [pedida, setPedida] = useState<string>();
  const lista = useRef<HTMLUListElement>(null);
  // A camera taken out of the configuration must not cover the rest.
  const ampliada = tocaveis.find((id) => id === pedida);

  const alternar = (id: string) => {
    if (!tocaveis.includes(id)) return;
    setPedida(ampliada === id ? undefined : id);
  };
  useShortcuts(Object.fromEntries(LUGARES_CAMERA.map((id) => [id, () => alternar(id)])));

  useEffect(() => {
    if (!ampliada) return;
    lista.current?.querySelector<HTMLElement>(`[data-camera="${ampliada}"]`)?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      setPedida(undefined);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [ampliada]);

  return { ampliada, lista, alternar };
}
