import { useEffect, useRef, useState } from 'react';

const PAUSE = 200;

/** Options asked for while typing: after a pause, with the last answer the one that counts. */
export function useOptionSearch<O>(
  load: ((term: string) => Promise<readonly O[]>) | undefined,
  term: string,
  minChars: number,
): { options: readonly O[]; searching: boolean; failed: boolean } {
  const [found, setFound] = useState<{ term: string; options: readonly O[]; failed?: true }>();
  const latest = useRef(load);
  latest.current = load;
  const wanted = load !== undefined && term.length >= minChars;

  useEffect(() => {
    if (!wanted) return;
    let stale = false;
    const timer = setTimeout(() => {
      const answer = (options: readonly O[], failed?: true) => {
        if (!stale) setFound({ term, options, ...(failed && { failed }) });
      };
      // Whoever loads tells why; the empty list says that it is no answer.
      latest.current?.(term).then(answer, () => answer([], true));
    }, PAUSE);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [wanted, term]);

  if (!wanted) return { options: [], searching: false, failed: false };
  const searching = found?.term !== term;
  return { options: found?.options ?? [], searching, failed: found?.failed ?? false };
}
