/** Whole months of São Paulo, as 'yyyy-mm'. */
import { addDias } from '@unipark/contract/horaLocal';

export interface MonthRange {
  de: string;
  ate: string;
}

/** The month so many after another one. */
function addMeses(mes: string, meses: number): string {
  const [ano = 0, doAno = 0] = mes.split('-').map(Number);
  return new Date(Date.UTC(ano, doAno - 1 + meses, 1)).toISOString().slice(0, 7);
}

/** The months that lie whole within these days; of more than 92 days there are always some. */
export function monthsWithin({ de, ate }: { de: string; ate: string }): MonthRange {
  const depois = addDias(ate, 1);
  return {
    de: de.endsWith('-01') ? de.slice(0, 7) : addMeses(de.slice(0, 7), 1),
    ate: addMeses(depois.slice(0, 7), -1),
  };
}

/** The same number of months right before. */
export function monthsBefore({ de, ate }: MonthRange): MonthRange {
  const [[ano = 0, mes = 0], [outroAno = 0, outroMes = 0]] = [de, ate].map((um) =>
    um.split('-').map(Number),
  ) as [number[], number[]];
  const quantos = (outroAno - ano) * 12 + outroMes - mes + 1;
  return { de: addMeses(de, -quantos), ate: addMeses(ate, -quantos) };
}

/** Their first and their last day. */
export const daysOf = ({ de, ate }: MonthRange): { de: string; ate: string } => ({
  de: `${de}-01`,
  ate: addDias(`${addMeses(ate, 1)}-01`, -1),
});
