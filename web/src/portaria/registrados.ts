import type { Sentido } from '@unipark/contract/passagem';
import { session } from '../lib/session/session.ts';
import { createStore } from '../lib/store.ts';

/** A registration of this session, made here; `id` once the server has answered. */
export type RecentRegistro = {
  chave: string;
  placa: string;
  sentido: Sentido;
  instante: string;
  id?: string;
};

const GUARDADOS = 20;

/** Newest first. */
export const registrados = createStore<readonly RecentRegistro[]>([]);

export const addRegistrado = (registro: RecentRegistro): void =>
  registrados.set((antes) => [registro, ...antes].slice(0, GUARDADOS));

/** The server has stored the registration as this passage. */
export const noteEnviado = (chave: string, id: string): void =>
  registrados.set((antes) =>
    antes.map((registro) => (registro.chave === chave ? { ...registro, id } : registro)),
  );

export const removeRegistrado = (chave: string): void =>
  registrados.set((antes) => antes.filter((registro) => registro.chave !== chave));

session.subscribe(() => {
  if (session.get().status === 'signedOut') registrados.set([]);
});
