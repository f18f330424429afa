/** All that the register knows of one vehicle, and what may be changed of its plate. */
import * as z from 'zod/mini';
import { entrada } from './texto.ts';
import { Veiculo } from './veiculo.ts';

export const Ficha = z.object({
  veiculo: Veiculo,
  proprietario: z.nullable(z.object({ matricula: z.string(), nome: z.string() })),
  /** Why it is PROIBIDO; null where nobody said, or where it is not. */
  motivo: z.nullable(z.string()),
  /** The same car registered under its other plate as well. */
  gemea: z.nullable(Veiculo),
  criadoEm: z.string(),
  atualizadoEm: z.string(),
});
export type Ficha = z.infer<typeof Ficha>;

export const PADROES_PLACA = ['antiga', 'mercosul'] as const;

/** The format that the car's plate has by now: the same car, the same history (CONTRAN 969/2022). */
export const TrocaDePadrao = entrada({
  padrao: z.enum(PADROES_PLACA, { error: 'Padrão: use antiga ou mercosul.' }),
});
export type TrocaDePadrao = z.infer<typeof TrocaDePadrao>;
