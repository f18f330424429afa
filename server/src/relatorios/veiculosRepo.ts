/**
 * Reports by vehicle. Of a short period the passages are counted one by one, so they may not be too
 * many: they are read some hours at a time, by the index of their instants. Of a long period the whole
 * months in it are read from what the database keeps. Other work runs between two reads.
 */
import { addDias } from '@unipark/contract/horaLocal';
import {
  countDias,
  DIAS_VEICULOS,
  PASSAGENS_MAXIMO,
  type PedidoRelatorio,
  type RelatorioVeiculos,
  VEICULOS_MAXIMO,
} from '@unipark/contract/relatorio';
import type { Banco } from '../platform/db/banco.ts';
import { chunks } from '../platform/db/chunks.ts';
import { amongValues } from '../platform/db/search.ts';
import { breathe, sliceSize } from '../platform/db/slices.ts';
import { Problem } from '../platform/errors.ts';
import { type Counts, countIn, firstHour, pairUp } from './contagens.ts';
import { daysOf, type MonthRange, monthsBefore, monthsWithin } from './meses.ts';

const HORA_MS = 3_600_000;
/** Hours read at once: of a campus with 20,000 passages a day a few thousand passages. */
const FATIA_MS = 2 * HORA_MS;

/** In the place of a plate: no vehicle that can be named. */
const CODIGO_ANONIMO = /^ANON[A-Z0-9]{6}$/;

/** The first instant of a day of São Paulo, which is at UTC−3 all year. */
const startOf = (dia: string): number => Date.parse(`${dia}T03:00:00.000Z`);

/** Counts by identity key of a plate, in two periods, and the types of those that are registered. */
interface CarCounts {
  agora: Counts;
  antes: Counts;
  tipos: Map<string, string>;
}

/** Passages by the identity key of the plate; tests do not count. */
async function countByChave(
  db: Banco,
  { de, ate, sentido }: Pick<PedidoRelatorio, 'de' | 'ate' | 'sentido'>,
): Promise<Counts> {
  const contagem: Counts = new Map();
  const fim = startOf(addDias(ate, 1));
  for (let inicio = startOf(de); inicio < fim; inicio += FATIA_MS) {
    let consulta = db
      .selectFrom('passagens')
      .select((eb) => ['chave', eb.fn.countAll<number>().as('total')])
      .where('instante', '>=', new Date(inicio).toISOString())
      .where('instante', '<', new Date(Math.min(inicio + FATIA_MS, fim)).toISOString())
      .where('teste', '=', 0)
      .groupBy('chave');
    if (sentido) consulta = consulta.where('sentido', '=', sentido);
    for (const { chave, total } of await consulta.execute())
      countIn(contagem, chave, Number(total));
    await breathe();
  }
  return contagem;
}

/** Cars, and their rows of months, that are read at once: some milliseconds. */
const CARROS = 2_000;
const MESES = 6_000;
/** The count of a direction. */
const COLUNA = { entrada: 'entradas', saida: 'saidas' } as const;

/** The last car of a slice of this many rows, of any months; undefined for the last slice. */
async function findSliceEnd(
  db: Banco,
  depois: string | undefined,
  linhas: number,
): Promise<string | undefined> {
  let consulta = db
    .selectFrom('passagens_meses')
    .select('chave')
    .orderBy('chave')
    .offset(linhas)
    .limit(1);
  if (depois !== undefined) consulta = consulta.where('chave', '>', depois);
  return (await consulta.executeTakeFirst())?.chave;
}

/** The same of whole months and of those before, from what the database keeps of each car. */
async function countByMonths(
  db: Banco,
  meses: MonthRange,
  sentido: PedidoRelatorio['sentido'],
): Promise<CarCounts> {
  const antes = monthsBefore(meses);
  const coluna = sentido ? COLUNA[sentido] : 'total';
  const fatia = sliceSize(db, MESES);
  const contagem: CarCounts = { agora: new Map(), antes: new Map(), tipos: new Map() };
  for (let depois: string | undefined; ; ) {
    const fim = fatia && (await findSliceEnd(db, depois, fatia));
    let consulta = db
      .selectFrom('passagens_meses')
      .select((eb) => [
        'chave',
        eb.fn.sum<number>(coluna).as('ambos'),
        eb.fn
          .sum<number>(
            eb.case().when('mes', '<', meses.de).then(eb.ref(coluna)).else(eb.lit(0)).end(),
          )
          .as('antes'),
        eb
          .selectFrom('veiculos')
          .select('tipo')
          .whereRef('veiculos.chave', '=', 'passagens_meses.chave')
          .orderBy('placa')
          .limit(1)
          .as('tipo'),
      ])
      .where('mes', '>=', antes.de)
      .where('mes', '<=', meses.ate)
      .groupBy('chave');
    if (depois !== undefined) consulta = consulta.where('chave', '>', depois);
    if (fim) consulta = consulta.where('chave', '<=', fim);
    const linhas = await consulta.execute();
    for (const { chave, ambos, antes: anterior, tipo } of linhas) {
      if (ambos > anterior) contagem.agora.set(chave, ambos - anterior);
      if (anterior > 0) contagem.antes.set(chave, anterior);
      if (tipo) contagem.tipos.set(chave, tipo);
    }
    await breathe();
    if (!fim) return contagem;
    depois = fim;
  }
}

/** The counts of a period and of the one before it, and the days that were counted. */
async function readCounts(
  db: Banco,
  pedido: PedidoRelatorio,
): Promise<CarCounts & Pick<RelatorioVeiculos, 'periodo'>> {
  const dias = countDias(pedido);
  if (dias > DIAS_VEICULOS) {
    const meses = monthsWithin(pedido);
    return { periodo: daysOf(meses), ...(await countByMonths(db, meses, pedido.sentido)) };
  }
  const { de, ate } = pedido;
  const anterior = { ...pedido, de: addDias(de, -dias), ate: addDias(de, -1) };
  await checkTotal(db, { ...pedido, de: anterior.de });
  const agora = await countByChave(db, pedido);
  const antes = await countByChave(db, anterior);
  const tipos = new Map<string, string>();
  for (const [chave, { tipo }] of await findVeiculos(db, [
    ...new Set([...agora.keys(), ...antes.keys()]),
  ])) {
    if (tipo) tipos.set(chave, tipo);
  }
  return { periodo: { de, ate }, agora, antes, tipos };
}

/** @throws 400 when the days have more passages than one report reads; the kept hours know it */
async function checkTotal(db: Banco, { de, ate, sentido }: PedidoRelatorio): Promise<void> {
  let consulta = db
    .selectFrom('passagens_horas')
    .select((eb) => eb.fn.sum<number | null>('total').as('total'))
    .where('hora', '>=', firstHour(de))
    .where('hora', '<', firstHour(addDias(ate, 1)));
  if (sentido) consulta = consulta.where('sentido', '=', sentido);
  const { total } = await consulta.executeTakeFirstOrThrow();
  if (Number(total) <= PASSAGENS_MAXIMO) return;
  throw new Problem(
    400,
    'periodo-grande',
    `Há passagens demais neste período para contar por veículo. Escolha menos dias, ou mais de ${DIAS_VEICULOS}.`,
  );
}

/** The registered vehicles of these keys; of two with one key the first. */
async function findVeiculos(db: Banco, chaves: string[]) {
  const achados = new Map<string, { placa: string; tipo: string | null; modelo: string | null }>();
  for (const lote of chunks(chaves, CARROS)) {
    const linhas = await db
      .selectFrom('veiculos')
      .select(['chave', 'placa', 'tipo', 'modelo'])
      .where(amongValues('chave', lote))
      .orderBy('placa', 'desc')
      .execute();
    for (const { chave, ...veiculo } of linhas) achados.set(chave, veiculo);
    await breathe();
  }
  return achados;
}

/** The text of a plate that is not registered, as it passed last. */
async function findPlaca(db: Banco, chave: string): Promise<string> {
  const ultima = await db
    .selectFrom('passagens')
    .select('placa')
    .where('chave', '=', chave)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return ultima?.placa ?? chave;
}

/**
 * Passages by type, and the vehicles with most of them, beside the period before.
 * @throws 400 with too many passages
 */
export async function readRelatorioVeiculos(
  db: Banco,
  pedido: PedidoRelatorio,
): Promise<RelatorioVeiculos> {
  const { periodo, agora, antes, tipos } = await readCounts(db, pedido);
  const sumByTipo = (contagem: Counts): Counts => {
    const soma: Counts = new Map();
    for (const [chave, total] of contagem) countIn(soma, tipos.get(chave) ?? '', total);
    return soma;
  };
  const maiores = [...agora]
    .filter(([chave]) => chave !== '' && !CODIGO_ANONIMO.test(chave))
    .sort(([umaChave, um], [outraChave, outro]) => outro - um || (umaChave < outraChave ? -1 : 1))
    .slice(0, VEICULOS_MAXIMO);
  const veiculos = await findVeiculos(
    db,
    maiores.map(([chave]) => chave),
  );
  return {
    periodo,
    porTipo: pairUp(sumByTipo(agora), sumByTipo(antes)),
    maiores: await Promise.all(
      maiores.map(async ([chave, total]) => {
        const { placa, modelo = null } = veiculos.get(chave) ?? {};
        const nome = placa ?? (await findPlaca(db, chave));
        return { nome, modelo, total, anterior: antes.get(chave) ?? 0 };
      }),
    ),
  };
}
