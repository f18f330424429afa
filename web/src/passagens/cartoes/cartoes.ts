import { EVENTOS_PASSAGEM, type EventoPassagem, UltimoVeiculo } from '@unipark/contract/passagem';
import { CARTOES } from '../api.ts';
import type { SseEvent } from '../stream/sse.ts';

export type CartaoEvent =
  | { tipo: 'passagem' | 'passagem-alterada'; cartao: UltimoVeiculo }
  | { tipo: 'passagem-removida'; id: string }
  | { tipo: 'recarregar' };

const isKnown = (tipo: string): tipo is EventoPassagem =>
  EVENTOS_PASSAGEM.some((known) => known === tipo);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A message as an event; an unreadable one reloads the whole list. */
export function parseEvento({ tipo, dados }: SseEvent): CartaoEvent | undefined {
  if (!isKnown(tipo)) return undefined;
  const body = parse(dados);
  if (tipo === 'passagem-removida') {
    const id = (body as { id?: unknown } | undefined)?.id;
    return typeof id === 'string' ? { tipo, id } : { tipo: 'recarregar' };
  }
  if (tipo === 'recarregar') return { tipo };
  const read = UltimoVeiculo.safeParse(body);
  return read.success ? { tipo, cartao: read.data } : { tipo: 'recarregar' };
}

/** Applies an event to the cards, and says whether the list must be reloaded. */
export function applyToCartoes(
  cartoes: readonly UltimoVeiculo[],
  evento: CartaoEvent,
): { cartoes: UltimoVeiculo[]; recarregar: boolean } {
  if (evento.tipo === 'recarregar') return { cartoes: [...cartoes], recarregar: true };
  if (evento.tipo === 'passagem-removida') {
    // A sixth passage takes the free place: only the server has it.
    return { cartoes: cartoes.filter((item) => item.id !== evento.id), recarregar: true };
  }
  const { cartao } = evento;
  const present = cartoes.find((item) => item.id === cartao.id);
  if (present) {
    // After a reconnection an event may repeat: an older version is ignored.
    const newer = cartao.versao >= present.versao;
    const changed = cartoes.map((item) => (item.id === cartao.id && newer ? cartao : item));
    return { cartoes: changed, recarregar: false };
  }
  if (evento.tipo === 'passagem-alterada') return { cartoes: [...cartoes], recarregar: false };
  return { cartoes: [cartao, ...cartoes].slice(0, CARTOES), recarregar: false };
}
