/** All that the register holds of one vehicle, and what may be changed of its plate. */
import * as z from 'zod/mini';
import { strictInput } from './texto.ts';
import { Veiculo } from './veiculo.ts';

export const Ficha = z.object({
  veiculo: Veiculo,
  proprietario: z.nullable(z.object({ matricula: z.string(), nome: z.string() })),
  /** Why it is PROIBIDO; null without a reason or with another status. */
  motivo: z.nullable(z.string()),
  /** The other record of the same car, under its other plate. */
  gemea: z.nullable(Veiculo),
  criado_em: z.string(),
  atualizado_em: z.string(),
});
export type Ficha = z.infer<typeof Ficha>;

export const PADROES_PLACA = ['antiga', 'mercosul'] as const;

/** The plate in the Mercosul format: the same car, the same history (CONTRAN 969/2022). */
export const TrocaDePadrao = strictInput({
  padrao: z.enum(PADROES_PLACA, { error: 'Padrão: use antiga ou mercosul.' }),
});
export type TrocaDePadrao = z.infer<typeof TrocaDePadrao>;
