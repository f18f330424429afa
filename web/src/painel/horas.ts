import type { EntradasPorHora } from '@unipark/contract/painel';

export type EntradaHour = { hora: number; hoje: number; habitual: number };

/** The hours that are always shown; others are shown when they have entries. */
const [FIRST, LAST] = [6, 22];

const DIAS = ['domingos', 'segundas', 'terças', 'quartas', 'quintas', 'sextas', 'sábados'];

/** The hours of the chart, from the first to the last with something to show. */
export function listHours({ hoje, habitual }: EntradasPorHora): EntradaHour[] {
  const hours = hoje.map((total, hora) => ({ hora, hoje: total, habitual: habitual[hora] ?? 0 }));
  const busy = hours.filter((row) => row.hoje > 0 || row.habitual > 0);
  const first = Math.min(FIRST, busy[0]?.hora ?? FIRST);
  const last = Math.max(LAST, busy.at(-1)?.hora ?? LAST);
  return hours.slice(first, last + 1);
}

/** 'Média das quintas' */
export const formatHabitual = ({ diaDaSemana }: EntradasPorHora): string => {
  const artigo = diaDaSemana === 0 || diaDaSemana === 6 ? 'dos' : 'das';
  return `Média ${artigo} ${DIAS[diaDaSemana]}`;
};

/** Entries so far, and the usual number until the same hour; the current hour counts for neither. */
export function sumUntilNow({ hora, hoje, habitual }: EntradasPorHora) {
  const sum = (totals: number[]) => totals.slice(0, hora).reduce((one, other) => one + other, 0);
  return { hoje: sum(hoje), habitual: Math.round(sum(habitual)) };
}
