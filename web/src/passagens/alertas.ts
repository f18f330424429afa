import type { UltimoVeiculo } from '@unipark/contract/passagem';
import type { Evento } from './cartoes.ts';

/** What became of an alarm while we were listening. */
export type Mudanca =
  | { tipo: 'retirado'; antes: UltimoVeiculo; cartao: UltimoVeiculo }
  | { tipo: 'ciente'; cartao: UltimoVeiculo; nome: string };

type Desfecho = { abertos: UltimoVeiculo[]; recarregar: boolean; mudanca?: Mudanca };

/** An alarm older than this is shown, not sounded: whoever opens the page now is no witness. */
const RECENTE_MS = 5 * 60_000;

/** One alarm of one passage: raised once, however often it is heard of. */
export const chaveDoAlerta = ({ id, alerta }: UltimoVeiculo): string => `${id}@${alerta?.em ?? ''}`;

export const estaAberto = ({ alerta }: UltimoVeiculo): boolean =>
  alerta !== null && alerta.ciente === null;

const newestFirst = (one: UltimoVeiculo, other: UltimoVeiculo): number =>
  (other.alerta?.em ?? '').localeCompare(one.alerta?.em ?? '');

/** What an event makes of the open alarms; which of them to raise is `paraAvisar`'s to say. */
export function aplicarAlertas(abertos: readonly UltimoVeiculo[], evento: Evento): Desfecho {
  // Taken off the live list, a passage keeps its alarm or not: the server knows.
  if (evento.tipo === 'recarregar' || evento.tipo === 'passagem-removida') {
    return { abertos: [...abertos], recarregar: true };
  }
  const { cartao } = evento;
  const antes = abertos.find(({ id }) => id === cartao.id);
  // Heard twice after a reconnection: never step back.
  if (antes && cartao.versao < antes.versao) return { abertos: [...abertos], recarregar: false };
  const outros = abertos.filter(({ id }) => id !== cartao.id);
  if (estaAberto(cartao)) {
    return { abertos: [cartao, ...outros].sort(newestFirst), recarregar: false };
  }
  if (!antes) return { abertos: outros, recarregar: false };
  const nome = cartao.alerta?.ciente?.nome;
  const mudanca: Mudanca =
    nome === undefined ? { tipo: 'retirado', antes, cartao } : { tipo: 'ciente', cartao, nome };
  return { abertos: outros, recarregar: false, mudanca };
}

/** The alarms that nobody was called for yet and that are young enough to call. */
export function paraAvisar(
  abertos: readonly UltimoVeiculo[],
  avisados: ReadonlySet<string>,
  agora: number,
): UltimoVeiculo[] {
  return abertos.filter(
    (cartao) =>
      cartao.alerta !== null &&
      !avisados.has(chaveDoAlerta(cartao)) &&
      agora - Date.parse(cartao.alerta.em) <= RECENTE_MS,
  );
}
