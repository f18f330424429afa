import { createStore, type Store } from './store.ts';

/** A choice of this browser, kept in localStorage and shared with other tabs. */
export function createPreference<const T extends string>(
  key: string,
  values: readonly T[],
  fallback: NoInfer<T>,
): Store<T> {
  const read = (): T => {
    const stored = localStorage.getItem(key);
    return values.find((value) => value === stored) ?? fallback;
  };
  const store = createStore<T>(read());
  store.subscribe(() => localStorage.setItem(key, store.get()));
  window.addEventListener('storage', (event) => {
    if (event.key === key) store.set(read());
  });
  return store;
}
