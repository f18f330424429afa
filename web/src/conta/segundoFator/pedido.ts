import type { Fator } from '@unipark/contract/conta';
import { createStore } from '../../lib/store.ts';

/**
 * What the login has to ask for before it lets in who has proved themselves once: by password, or
 * at a provider that sent them back. null: nothing.
 */
export const pedido = createStore<readonly Fator[] | null>(null);

/** Opens the second step of the login, or with null closes it. */
export const openPasso = (fatores: readonly Fator[] | null): void => pedido.set(fatores);
