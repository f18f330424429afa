import type { Sentido } from '@unipark/contract/passagem';
import { session } from '../lib/session/session.ts';
import { createStore } from '../lib/store.ts';

/** A registration of this session, made here. */
export type RecentRegistro = { chave: string; placa: string; sentido: Sentido; instante: string };

const GUARDADOS = 20;

/** Newest first. */
export const registrados = createStore<readonly RecentRegistro[]>([]);

export const addRegistrado = (registro: RecentRegistro): void =>
  registrados.set((antes) => [registro, ...antes].slice(0, GUARDADOS));

session.subscribe(() => {
  if (session.get().status === 'signedOut') registrados.set([]);
});
