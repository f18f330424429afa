/** Data that this browser keeps for use without a server, and when it is deleted. */

import { keptValues } from '../screen/keptValues.ts';

/** A copy of the register, for reading. */
export const REGISTER = 'unipark.cadastro';
/** Registrations that are not sent yet. */
export const OUTBOX = 'unipark.fila';

/** Until when the copy may be read (ms). It is in localStorage, so that a start can read it at once. */
export const UNTIL_KEY = 'unipark.cadastro.ate';

// Old private windows have no IndexedDB: the data lives as long as the page.
const drop = (name: string) => globalThis.indexedDB?.deleteDatabase(name);

/** Deletes the copy of the register: it belongs to a session. */
export function forgetRegister(): void {
  localStorage.removeItem(UNTIL_KEY);
  drop(REGISTER);
}

/** Whether a copy may still be read. */
export const isRegisterFresh = (): boolean => Date.now() < Number(localStorage.getItem(UNTIL_KEY));

/** Deletes a copy after its time. */
export function forgetStaleRegister(): void {
  if (localStorage.getItem(UNTIL_KEY) && !isRegisterFresh()) forgetRegister();
}

/**
 * Deletes the unsent registrations of a person. They stay when a session ends, and go at a sign-out;
 * those of another person who used this device wait for that one.
 */
export async function forgetOutbox(email: string): Promise<void> {
  const guardados = keptValues(OUTBOX);
  const itens = (await guardados.all()) as { de: string; chave: string }[];
  if (itens.every(({ de }) => de === email)) return void drop(OUTBOX);
  for (const { de, chave } of itens) if (de === email) await guardados.remove(chave);
}
