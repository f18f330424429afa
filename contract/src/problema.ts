import * as z from 'zod/mini';

/** The one body of every error answer (product rule: `error` repeats `mensagem`). */
export const Problema = z.object({
  /** Stable id for programs, lower case with hyphens. */
  codigo: z.string(),
  /** A Portuguese sentence that a person can act on. */
  mensagem: z.string(),
  error: z.string(),
  /** Field name → sentence, when single fields are at fault. */
  campos: z.optional(z.record(z.string(), z.string())),
  /** The current record, on 412. */
  atual: z.optional(z.unknown()),
  /** Request id, to find the line in the log. */
  pedido: z.string(),
});
export type Problema = z.infer<typeof Problema>;
