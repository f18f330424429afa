import * as z from 'zod/mini';
import { createStore } from '../../lib/store.ts';
import { api } from '../../lib/wire/http.ts';

/** The server's notice about its disk; null: no fault. */
export const serverNotice = createStore<string | null>(null);

const Saude = z.object({ aviso: z.optional(z.nullable(z.string())) });

/** Asks whether the server answers, and stores its notice. */
export async function askServer(): Promise<void> {
  const { data } = await api('GET', '/healthz', { anonymous: true, schema: Saude });
  serverNotice.set(data.aviso ?? null);
}
