import { useEffect, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';

export type LinkToken<N extends string> = { name: N; token: string };

function readHash<N extends string>(hash: string, names: readonly N[]): LinkToken<N> | undefined {
  const params = new URLSearchParams(hash.slice(1));
  const name = names.find((known) => params.has(known));
  return name && { name, token: params.get(name) ?? '' };
}

function readKept<N extends string>([name]: readonly N[], keptAs = ''): LinkToken<N> | undefined {
  const token = keptAs && sessionStorage.getItem(keptAs);
  return name && token ? { name, token } : undefined;
}

const without = ({ pathname, search }: Location) => ({ pathname, search, hash: '' });

/**
 * The token after '#' in a mailed link. It is removed from the address at once and kept in memory:
 * the history, bookmarks and people near the screen do not get it. Another link in this tab
 * replaces it. The second result forgets it. With `keptAs` the tab keeps it too, over a reload: for a
 * link that opens no account, on a phone that drops tabs.
 */
export function useLinkToken<N extends string>(names: readonly N[], keptAs?: string) {
  const location = useLocation();
  const navigate = useNavigate();
  const found = readHash(location.hash, names);
  const [link, setLink] = useState(() => found ?? readKept(names, keptAs));
  if (found && found.token !== link?.token) setLink(found);

  const isInAddress = found !== undefined;
  useEffect(() => {
    if (isInAddress) void navigate(without(location), { replace: true, state: location.state });
  }, [isInAddress, location, navigate]);

  useEffect(() => {
    if (keptAs && link) sessionStorage.setItem(keptAs, link.token);
  }, [keptAs, link]);

  return [link, () => setLink(undefined)] as const;
}
