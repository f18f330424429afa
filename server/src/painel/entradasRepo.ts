import type { EntradasPorHora } from '@unipark/contract/painel';
import type { Banco } from '../platform/db/banco.ts';
import { DIA_MS, hourOf, startOfDay, weekdayOf } from './dias.ts';

const HORAS = 24;
const HORA_MS = DIA_MS / HORAS;

/** The weeks of the usual number: a month, so that holidays and a new term soon leave it. */
const SEMANAS = 4;

/** The entries of today by hour, and the average of the same weekday in the last weeks. */
export async function readEntradas(db: Banco, agora: Date): Promise<EntradasPorHora> {
  const inicio = startOfDay(agora);
  const hoje = await countEntradas(db, inicio);
  const semanas: number[][] = [];
  for (let semana = 1; semana <= SEMANAS; semana += 1) {
    const dia = await countEntradas(db, new Date(inicio.getTime() - semana * 7 * DIA_MS));
    // A day without entries is a holiday, or earlier than the installation.
    if (dia.some((total) => total > 0)) semanas.push(dia);
  }
  return {
    diaDaSemana: weekdayOf(inicio),
    hora: Math.floor((agora.getTime() - inicio.getTime()) / HORA_MS),
    hoje,
    habitual: hoje.map((_, hora) => average(semanas.map((dia) => dia[hora] ?? 0))),
    semanas: semanas.length,
  };
}

/** With one decimal; 0 of nothing. */
const average = (totais: number[]): number =>
  totais.length === 0
    ? 0
    : Math.round((10 * totais.reduce((soma, total) => soma + total, 0)) / totais.length) / 10;

/** The entries of one day by hour, as the database counted them: a day there has whole UTC hours. */
export async function countEntradas(
  db: Pick<Banco, 'selectFrom'>,
  inicio: Date,
): Promise<number[]> {
  const fim = new Date(inicio.getTime() + DIA_MS);
  const rows = await db
    .selectFrom('passagens_horas')
    .select((eb) => ['hora', eb.fn.sum<number>('total').as('total')])
    .where('hora', '>=', hourOf(inicio))
    .where('hora', '<', hourOf(fim))
    .where('sentido', '=', 'entrada')
    .groupBy('hora')
    .execute();
  const totais: number[] = Array(HORAS).fill(0);
  const primeira = inicio.getUTCHours();
  for (const { hora, total } of rows) {
    totais[(Number(hora.slice(-2)) - primeira + HORAS) % HORAS] = Number(total);
  }
  return totais;
}
