import * as z from 'zod/mini';

/** The four counters of /home. `proibidos` is exact up to 10,000. */
export const Painel = z.object({
  veiculos: z.int(),
  proprietarios: z.int(),
  passagensHoje: z.int(),
  proibidos: z.int(),
});
export type Painel = z.infer<typeof Painel>;
