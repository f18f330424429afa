/** A change of a record, as the audit keeps it. */
import * as z from 'zod/mini';

/** A field with its values; null where the record had none. */
export const CampoAlterado = z.object({
  campo: z.string(),
  antes: z.nullable(z.string()),
  depois: z.nullable(z.string()),
});
export type CampoAlterado = z.infer<typeof CampoAlterado>;

/** Who did what, and when. `quem` is null for a removed account. */
export const Alteracao = z.object({
  quando: z.string(),
  acao: z.string(),
  quem: z.nullable(z.string()),
  campos: z.array(CampoAlterado),
});
export type Alteracao = z.infer<typeof Alteracao>;
