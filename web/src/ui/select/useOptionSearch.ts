import { useEffect, useRef, useState } from 'react';

const PAUSE = 200;
const NONE: readonly never[] = [];

/** Options of a search while typing: sent after a pause; only the last request counts. */
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
      // The caller reports the failure; the list only says that there is no answer.
      latest.current?.(term).then(answer, () => answer([], true));
    }, PAUSE);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [wanted, term]);

  if (!wanted) return { options: NONE, searching: false, failed: false };
  const searching = found?.term !== term;
  return { options: found?.options ?? NONE, searching, failed: found?.failed ?? false };
}
