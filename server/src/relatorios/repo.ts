/** Reports from the hours that the database keeps: a year is some thousand rows, not its passages. */
import { addDias } from '@unipark/contract/horaLocal';
import {
  countDias,
  type PedidoRelatorio,
  type RelatorioPassagens,
} from '@unipark/contract/relatorio';
import type { Banco } from '../platform/db/banco.ts';
import { breathe } from '../platform/db/slices.ts';
import { type Counts, countIn, firstHour, pairUp } from './contagens.ts';

const [HORAS, DIAS] = [24, 7];
const HORA_MS = 3_600_000;
/** São Paulo is at UTC−3 all year since Decreto 9.772/2019. */
const FUSO_MS = 3 * HORA_MS;
/** Days read at once: a month of four cameras takes some milliseconds. */
const FATIA = 31;

interface PeriodCounts {
  total: number;
  porDia: Counts;
  semana: number[][];
  porStatus: Counts;
  porCamera: Counts;
  porSentido: Counts;
}

/** The hours of some days, summed over cameras and statuses. */
const readHours = (db: Banco, de: string, depois: string, sentido?: string) => {
  const consulta = db
    .selectFrom('passagens_horas')
    .select((eb) => ['hora', eb.fn.sum<number>('total').as('total')])
    .where('hora', '>=', firstHour(de))
    .where('hora', '<', firstHour(depois))
    .groupBy('hora');
  return (sentido ? consulta.where('sentido', '=', sentido) : consulta).execute();
};

/** The same days by status, camera and direction, of every direction. */
const readGroups = (db: Banco, de: string, depois: string) =>
  db
    .selectFrom('passagens_horas')
    .select((eb) => ['status', 'camera', 'sentido', eb.fn.sum<number>('total').as('total')])
    .where('hora', '>=', firstHour(de))
    .where('hora', '<', firstHour(depois))
    .groupBy(['status', 'camera', 'sentido'])
    .execute();

async function readPeriod(db: Banco, { de, ate, sentido }: PedidoRelatorio): Promise<PeriodCounts> {
  const semana = Array.from({ length: DIAS }, () => Array<number>(HORAS).fill(0));
  const lido: PeriodCounts = {
    total: 0,
    porDia: new Map(),
    semana,
    porStatus: new Map(),
    porCamera: new Map(),
    porSentido: new Map(),
  };
  const fim = addDias(ate, 1);
  for (let inicio = de; inicio < fim; inicio = addDias(inicio, FATIA)) {
    const depois = [addDias(inicio, FATIA), fim].sort()[0] ?? fim;
    for (const { hora, total } of await readHours(db, inicio, depois, sentido)) {
      const local = new Date(Date.parse(`${hora}:00:00Z`) - FUSO_MS);
      const doDia = semana[local.getUTCDay()] ?? [];
      doDia[local.getUTCHours()] = (doDia[local.getUTCHours()] ?? 0) + Number(total);
      countIn(lido.porDia, local.toISOString().slice(0, 10), Number(total));
      lido.total += Number(total);
    }
    for (const grupo of await readGroups(db, inicio, depois)) {
      const total = Number(grupo.total);
      countIn(lido.porSentido, grupo.sentido, total);
      if (sentido && grupo.sentido !== sentido) continue;
      countIn(lido.porStatus, grupo.status, total);
      countIn(lido.porCamera, grupo.camera, total);
    }
    await breathe();
  }
  return lido;
}

/** The counts of a period beside those of the same number of days before it. */
export async function readRelatorio(
  db: Banco,
  pedido: PedidoRelatorio,
): Promise<RelatorioPassagens> {
  const { de, ate } = pedido;
  const dias = countDias(pedido);
  const antes = { de: addDias(de, -dias), ate: addDias(de, -1) };
  const agora = await readPeriod(db, pedido);
  const anterior = await readPeriod(db, { ...pedido, ...antes });
  return {
    total: agora.total,
    anterior: anterior.total,
    periodo: { de, ate },
    antes,
    dias: Array.from({ length: dias }, (_, i) => ({
      dia: addDias(de, i),
      total: agora.porDia.get(addDias(de, i)) ?? 0,
      anterior: anterior.porDia.get(addDias(antes.de, i)) ?? 0,
    })),
    semana: agora.semana,
    porStatus: pairUp(agora.porStatus, anterior.porStatus),
    porCamera: pairUp(agora.porCamera, anterior.porCamera),
    porSentido: pairUp(agora.porSentido, anterior.porSentido),
  };
}
