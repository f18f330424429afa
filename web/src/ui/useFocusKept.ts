import { type Ref, type RefCallback, useLayoutEffect, useRef } from 'react';

/**
 * A browser takes the focus from a button that is locked while something is sent: it is given back
 * once that is over, unless it has gone on meanwhile.
 */
export function useFocusKept(
  locked: boolean,
  ref: Ref<HTMLButtonElement> | undefined,
): RefCallback<HTMLButtonElement> {
  const button = useRef<HTMLButtonElement>(null);
  const had = useRef(false);
  useLayoutEffect(() => {
    if (locked) had.current = document.activeElement === button.current;
    else if (had.current) {
      had.current = false;
      if (document.activeElement === document.body) button.current?.focus();
    }
  }, [locked]);
  return (element) => {
    button.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
}
