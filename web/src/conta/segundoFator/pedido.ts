import type { Fator } from '@unipark/contract/conta';
import { createStore } from '../../lib/store.ts';

/** The second factors that the login offers; null: none is asked for. */
export const pedido = createStore<readonly Fator[] | null>(null);

/** Opens the second step of the login; null closes it. */
export const openPasso = (fatores: readonly Fator[] | null): void => pedido.set(fatores);
