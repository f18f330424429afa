import { useRef } from 'react';

/** As crypto.randomUUID, which plain http inside the campus does not have. */
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/**
 * Keys for POSTs that create: one content keeps its key over retries, so that a lost answer never
 * makes a second record; another content, or the next record after `done`, gets a new one.
 */
export function useAttemptKey() {
  const last = useRef({ content: '', key: '' });
  return {
    keyFor(content: unknown): string {
      const text = JSON.stringify(content);
      if (text !== last.current.content) last.current = { content: text, key: randomKey() };
      return last.current.key;
    },
    done() {
      last.current = { content: '', key: '' };
    },
  };
}
