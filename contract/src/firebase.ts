/** Messages between the page and the server about accounts that an outside provider keeps. */
import * as z from 'zod/mini';
import { TEXTOS_CONTA } from './textosConta.ts';

/** A provider's token, and the further data of a new account. */
export const EntrarExterno = z.strictObject({
  token: z.string({ error: TEXTOS_CONTA.sessaoExpirada }),
  name: z.optional(z.string()),
  /** The text after `#` in an invitation, or in the link to the first account. */
  convite: z.optional(z.string()),
  /** false from an idle page: the session is not prolonged. */
  uso: z.optional(z.boolean()),
});
export type EntrarExterno = z.infer<typeof EntrarExterno>;
