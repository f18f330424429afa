import type { Fator } from '@unipark/contract/conta';
import { session } from '../../lib/session/session.ts';
import { createStore } from '../../lib/store.ts';

/** The second factors that the login offers; null: none is asked for. */
export const pedido = createStore<readonly Fator[] | null>(null);

/** Opens the second step of the login; null closes it. */
export const openPasso = (fatores: readonly Fator[] | null): void => pedido.set(fatores);

// Another tab may have ended the step: the next login begins at its beginning.
session.subscribe(() => {
  if (session.get().status === 'signedIn') pedido.set(null);
});
