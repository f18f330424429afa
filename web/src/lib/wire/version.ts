import { createStore } from '../store.ts';

/** True when the server has answered with another build than this page's. */
export const newVersion = createStore(false);

let first: string | undefined;

/** Called for every answer; the header is absent in a proxy's answer. */
export function noteVersion(header: string | null): void {
  if (!header) return;
  first ??= header;
  if (header !== first) newVersion.set(true);
}
