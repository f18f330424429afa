const STORE = 'valores';

/** A write is on the disk when its transaction is, not when its request is. */
const completed = (transacao: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transacao.oncomplete = () => resolve();
    transacao.onabort = () => reject(transacao.error);
  });

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Opens the database for one request and closes it: an open database cannot be deleted. */
async function inStore<T>(
  name: string,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  if (!globalThis.indexedDB) return undefined;
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const db = await done(opening);
  try {
    const transacao = db.transaction(STORE, mode);
    const pedido = done(act(transacao.objectStore(STORE)));
    const [resultado] = await Promise.all([pedido, completed(transacao)]);
    return resultado;
  } finally {
    db.close();
  }
}

/** Values of this browser that are too large for localStorage, in an IndexedDB database of this name. */
export const keptValues = (name: string) => ({
  get: (key: string): Promise<unknown> => inStore(name, 'readonly', (store) => store.get(key)),
  all: async (): Promise<unknown[]> =>
    (await inStore(name, 'readonly', (store) => store.getAll())) ?? [],
  put: (key: string, value: unknown) =>
    inStore(name, 'readwrite', (store) => store.put(value, key)),
  remove: (key: string) => inStore(name, 'readwrite', (store) => store.delete(key)),
});
