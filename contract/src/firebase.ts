/** What the page and the server say of accounts that an outside provider keeps. */
import * as z from 'zod/mini';
import { TEXTOS_CONTA } from './textosConta.ts';

/** A provider's token, and what a new account is made with besides. */
export const EntrarExterno = z.strictObject({
  token: z.string({ error: TEXTOS_CONTA.sessaoExpirada }),
  /** As the person wrote it when signing up. */
  name: z.optional(z.string()),
  /** What stands behind `#` in an invitation, or in the link to the first account. */
  convite: z.optional(z.string()),
  /** false from a page that nobody uses: it prolongs nothing. */
  uso: z.optional(z.boolean()),
});
export type EntrarExterno = z.infer<typeof EntrarExterno>;
