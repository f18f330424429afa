import { useEffect, useRef, useState } from 'react';

const PAUSE = 200;

/** Options asked for while typing: after a pause, with the last answer the one that counts. */
export function useOptionSearch<O>(
  load: ((term: string) => Promise<readonly O[]>) | undefined,
  term: string,
  minChars: number,
): { options: readonly O[]; searching: boolean } {
  const [found, setFound] = useState<{ term: string; options: readonly O[] }>();
  const latest = useRef(load);
  latest.current = load;
  const wanted = load !== undefined && term.length >= minChars;

  useEffect(() => {
    if (!wanted) return;
    let stale = false;
    const timer = setTimeout(() => {
      const answer = (options: readonly O[]) => {
        if (!stale) setFound({ term, options });
      };
      // Whoever loads tells the failure; here it is an empty list.
      latest.current?.(term).then(answer, () => answer([]));
    }, PAUSE);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [wanted, term]);

  if (!wanted) return { options: [], searching: false };
  const searching = found?.term !== term;
  return { options: found?.options ?? [], searching };
}
