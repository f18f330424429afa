import { useRef } from 'react';

/** A replacement for crypto.randomUUID, which does not exist over plain http. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/**
 * Keys for creating POSTs: equal content keeps its key over retries, so that a lost answer creates
 * no second record; other content, or a record after `done`, gets a new key.
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
