import * as z from 'zod/mini';
import { LIMITE_MAXIMO, limitUpTo, TermoBusca } from './lista.ts';
import { strictInput } from './texto.ts';

/** The 27 federative units (IBGE). */
export const UFS = [
  'AC',
  'AL',
  'AM',
  'AP',
  'BA',
  'CE',
  'DF',
  'ES',
  'GO',
  'MA',
  'MG',
  'MS',
  'MT',
  'PA',
  'PB',
  'PE',
  'PI',
  'PR',
  'RJ',
  'RN',
  'RO',
  'RR',
  'RS',
  'SC',
  'SE',
  'SP',
  'TO',
] as const;

export const Uf = z.enum(UFS, { error: 'Estado: use a sigla, como MG.' });

export const Cidade = z.object({ nome: z.string(), estado: Uf });
export type Cidade = z.infer<typeof Cidade>;

export const BuscaCidades = strictInput({
  q: TermoBusca,
  limite: z.optional(limitUpTo(LIMITE_MAXIMO)),
});

/** Item of a city search: 'Lavras - MG' and the city. */
export const OpcaoCidade = z.object({ label: z.string(), value: Cidade });
export type OpcaoCidade = z.infer<typeof OpcaoCidade>;
