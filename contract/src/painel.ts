import * as z from 'zod/mini';

/**
 * The counters of /home, each with the number of its second line. `proibidos`, `veiculosNovos` and
 * `proprietariosNovos` are exact up to 10,000; 10,001 means more.
 */
export const Painel = z.object({
  veiculos: z.int(),
  proprietarios: z.int(),
  passagensHoje: z.int(),
  proibidos: z.int(),
  /** Registered since Monday. */
  veiculosNovos: z.int(),
  proprietariosNovos: z.int(),
  /** Cars whose last passage since DENTRO_HORA is an entry; null when no passage since has a direction. */
  agoraDentro: z.nullable(z.int()),
  /** Prohibited cars seen today. */
  proibidosHoje: z.int(),
});
export type Painel = z.infer<typeof Painel>;

const HORAS_DO_DIA = 24;
const porHora = z.array(z.number()).check(z.length(HORAS_DO_DIA));

/** Entries of today by hour of São Paulo, and their usual number. */
export const EntradasPorHora = z.object({
  /** 0 is Sunday. */
  diaDaSemana: z.int(),
  /** The current hour: its number still grows. */
  hora: z.int(),
  hoje: porHora,
  /** The average of the same weekday in the last weeks. */
  habitual: porHora,
  /** The weeks of that average; 0 when there are none yet. */
  semanas: z.int(),
});
export type EntradasPorHora = z.infer<typeof EntradasPorHora>;
