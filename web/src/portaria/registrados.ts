import type { Sentido } from '@unipark/contract/passagem';
import { session } from '../lib/session.ts';
import { createStore } from '../lib/store.ts';

/** A registration made here in this session. */
export type Registrado = { chave: string; placa: string; sentido: Sentido; instante: string };

const GUARDADOS = 20;

/** Newest first. */
export const registrados = createStore<readonly Registrado[]>([]);

export const anotar = (registro: Registrado): void =>
  registrados.set((antes) => [registro, ...antes].slice(0, GUARDADOS));

session.subscribe(() => {
  if (session.get().status === 'signedOut') registrados.set([]);
});
