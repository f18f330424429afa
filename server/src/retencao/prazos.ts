/** The periods of storage of an installation: of the operator, of the settings' page, or ours. */
import {
  Apagados,
  type EdicaoPrazos,
  PRAZOS_PADRAO,
  type PrazosRetencao,
} from '@unipark/contract/retencao';
import type { ConfigRetencao } from '../config/retencao.ts';
import { nowMs } from '../platform/clock.ts';
import type { Queryable, Transacao } from '../platform/db/banco.ts';
import { readSetting, removeSetting, writeSetting } from '../platform/db/settings.ts';

const PRAZOS = 'retencao';
/** Nothing is deleted before this instant. The migration writes it, the first choice removes it. */
const DESDE = 'retencao.desde';
/** What a cleaning that has not ended yet has deleted. */
const APAGADOS = 'retencao.apagados';

const DIA_MS = 86_400_000;

/** The periods in use; one that was added after the last change has its default. */
export async function readPrazos(db: Queryable, fixos: ConfigRetencao): Promise<PrazosRetencao> {
  const valor = await readSetting(db, PRAZOS);
  return { ...PRAZOS_PADRAO, ...(valor && JSON.parse(valor)), ...fixos };
}

/** The periods after a change of some of them; the others stay, also beyond a later limit. */
export const changePrazos = (antes: PrazosRetencao, edicao: EdicaoPrazos) =>
  ({ ...antes, ...edicao }) as PrazosRetencao;

/** Writes a change of the settings' page; the operator's periods stay as the page had them before. */
export async function writePrazos(
  trx: Transacao,
  edicao: EdicaoPrazos,
  fixos: ConfigRetencao,
): Promise<PrazosRetencao> {
  const dela = Object.entries(edicao).filter(([campo]) => !(campo in fixos));
  const novos = changePrazos(await readPrazos(trx, {}), Object.fromEntries(dela));
  await writeSetting(trx, PRAZOS, JSON.stringify(novos));
  await removeSetting(trx, DESDE);
  return readPrazos(trx, fixos);
}

/** Until when nothing is deleted; null when the wait is over. */
export async function findDesde(db: Queryable): Promise<string | null> {
  const desde = await readSetting(db, DESDE);
  return desde !== undefined && Date.parse(desde) > nowMs() ? desde : null;
}

/** The instant that a period of days begins at. */
export const cutOf = (dias: number): string => new Date(nowMs() - dias * DIA_MS).toISOString();

const NADA: Apagados = { passagens: 0, fotos: 0, auditoria: 0 };

export const sumOf = (apagados: Apagados): number =>
  Object.values(apagados).reduce((soma, total) => soma + total, 0);

export async function readApagados(db: Queryable): Promise<Apagados> {
  const valor = await readSetting(db, APAGADOS);
  return valor === undefined ? NADA : Apagados.parse(JSON.parse(valor));
}

export const writeApagados = (trx: Transacao, apagados: Apagados): Promise<void> =>
  writeSetting(trx, APAGADOS, JSON.stringify(apagados));

export const forgetApagados = (trx: Transacao): Promise<void> => removeSetting(trx, APAGADOS);
