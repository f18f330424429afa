import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { compareText } from '../../lib/compareText.ts';
import type { CartaoEvent } from '../cartoes/cartoes.ts';

/** The end of an alarm during this visit. */
export type AlertaChange =
  | { tipo: 'retirado'; antes: UltimoVeiculo; cartao: UltimoVeiculo }
  | { tipo: 'ciente'; cartao: UltimoVeiculo; nome: string };

type AlertaOutcome = { abertos: UltimoVeiculo[]; recarregar: boolean; mudanca?: AlertaChange };

/** An alarm older than this is shown without a sound. */
const RECENTE_MS = 5 * 60_000;

/** The key of one alarm of one passage: events about it may repeat. */
export const keyOfAlerta = ({ id, alerta }: UltimoVeiculo): string => `${id}@${alerta?.em ?? ''}`;

/**
 * The marks of an alarm that has called. A passage that the disk refused at first has another id when
 * it is stored, and its plate and kind may change with a better reading: either mark tells it.
 */
export const marksOfAlerta = (cartao: UltimoVeiculo): string[] => [
  keyOfAlerta(cartao),
  `${cartao.placa}@${cartao.alerta?.em ?? ''}@${cartao.alerta?.tipo ?? ''}`,
];

/** Whether one of the alarm's marks is among these. */
export const isMarked = (cartao: UltimoVeiculo, marcas: ReadonlySet<string>): boolean =>
  marksOfAlerta(cartao).some((marca) => marcas.has(marca));

export const isAberto = ({ alerta }: UltimoVeiculo): boolean =>
  alerta !== null && alerta.ciente === null;

const newestFirst = (one: UltimoVeiculo, other: UltimoVeiculo): number =>
  compareText(other.alerta?.em ?? '', one.alerta?.em ?? '');

/** Applies an event to the open alarms. `listUnnotified` decides which of them call a person. */
export function applyToAlertas(
  abertos: readonly UltimoVeiculo[],
  evento: CartaoEvent,
): AlertaOutcome {
  // A passage removed from the live list may keep its alarm: the server knows.
  if (evento.tipo === 'recarregar' || evento.tipo === 'passagem-removida') {
    return { abertos: [...abertos], recarregar: true };
  }
  const { cartao } = evento;
  const antes = abertos.find(({ id }) => id === cartao.id);
  // After a reconnection an event may repeat: an older version is ignored.
  if (antes && cartao.versao < antes.versao) return { abertos: [...abertos], recarregar: false };
  const outros = abertos.filter(({ id }) => id !== cartao.id);
  // It alarms everyone but the person who registered it: the server knows who that is.
  if (isAberto(cartao) && cartao.conferida) return { abertos: [...abertos], recarregar: true };
  if (isAberto(cartao)) {
    return { abertos: [cartao, ...outros].sort(newestFirst), recarregar: false };
  }
  if (!antes) return { abertos: outros, recarregar: false };
  const nome = cartao.alerta?.ciente?.nome;
  const mudanca: AlertaChange =
    nome === undefined ? { tipo: 'retirado', antes, cartao } : { tipo: 'ciente', cartao, nome };
  return { abertos: outros, recarregar: false, mudanca };
}

/** The open alarms that have not called yet and are recent enough to call. */
export function listUnnotified(
  abertos: readonly UltimoVeiculo[],
  avisados: ReadonlySet<string>,
  agora: number,
): UltimoVeiculo[] {
  return abertos.filter(
    (cartao) =>
      cartao.alerta !== null &&
      !isMarked(cartao, avisados) &&
      agora - Date.parse(cartao.alerta.em) <= RECENTE_MS,
  );
}
