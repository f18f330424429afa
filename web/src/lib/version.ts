import { createStore } from './store.ts';

/** True once the server answers with another build than the one this page came from. */
export const newVersion = createStore(false);

let first: string | undefined;

/** Called for every answer; the header is absent when a proxy answered. */
export function noteVersion(header: string | null): void {
  if (!header) return;
  first ??= header;
  if (header !== first) newVersion.set(true);
}
