import * as z from 'zod/mini';
import { createStore } from '../../lib/store.ts';
import { api } from '../../lib/wire/http.ts';

/** The server's notice about its disk; null: no fault. */
export const serverNotice = createStore<string | null>(null);

/** What administrators have to mend on the server; null: nothing. */
export const adminNotice = createStore<string | null>(null);

const Notice = z.optional(z.nullable(z.string()));
const Saude = z.object({ aviso: Notice, avisoAdministracao: Notice });

/** Asks whether the server answers, and stores its notices. */
export async function askServer(): Promise<void> {
  const { data } = await api('GET', '/healthz', { anonymous: true, schema: Saude });
  serverNotice.set(data.aviso ?? null);
  adminNotice.set(data.avisoAdministracao ?? null);
}
