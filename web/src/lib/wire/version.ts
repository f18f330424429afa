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

/** The addresses of this page's scripts: one may be in every build, but together they name it. */
export const scriptsOfPage = (): string[] =>
  [...document.querySelectorAll<HTMLScriptElement>('script[type="module"][src]')].map(
    ({ src }) => src,
  );

/**
 * Whether the server's page has other scripts than this one.
 * @throws {Error} without an answer
 */
export async function isReplaced(): Promise<boolean> {
  const answer = await fetch('/', { cache: 'no-store' });
  if (!answer.ok) throw new Error(`/ answered ${answer.status}`);
  const page = await answer.text();
  return scriptsOfPage().some((address) => !page.includes(new URL(address).pathname));
}
