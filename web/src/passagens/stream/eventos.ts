import type { QueryClient } from '@tanstack/react-query';
import { createStore } from '../../lib/store.ts';
import { applyToAlertas } from '../alertas/alertas.ts';
import { noteMudanca } from '../alertas/avisos.ts';
import { alertasQuery, ultimosVeiculosQuery } from '../api.ts';
import { applyToCartoes, type CartaoEvent, parseEvento } from '../cartoes/cartoes.ts';
import { followStream, SILENCE } from './conexao.ts';
import { whileLeader } from './lider.ts';

/** `sinal`: the time of the stream's last sign of life (ms), 0 before the first. */
export type LiveState = { ligado: boolean; sinal: number };

export const aoVivoAgora = createStore<LiveState>({ ligado: false, sinal: 0 });

/** Whether this tab holds the stream. */
export const lidera = createStore(false);

const NAME = 'unipark.aovivo';

/** Messages of the leading tab to the others; `oi` is a new tab that asks for the state. */
type TabMessage =
  | { tipo: 'evento'; evento: CartaoEvent }
  | { tipo: 'estado'; estado: LiveState; recarregar: boolean }
  | { tipo: 'oi' };

function keepCards(client: QueryClient, evento: CartaoEvent): void {
  const { queryKey } = ultimosVeiculosQuery;
  // A request under way may have an answer from before this event: it is sent again.
  let stale = client.isFetching({ queryKey, exact: true }) > 0;
  client.setQueryData(queryKey, (cartoes) => {
    const next = applyToCartoes(cartoes ?? [], evento);
    stale ||= next.recarregar || cartoes === undefined;
    return next.cartoes;
  });
  if (stale) void client.invalidateQueries({ queryKey });
}

/** Applies an event to the open alarms, and reports the end of one. */
function keepAlerts(client: QueryClient, evento: CartaoEvent): void {
  const { queryKey } = alertasQuery;
  const antes = client.getQueryData(queryKey);
  const next = applyToAlertas(antes ?? [], evento);
  const stale = next.recarregar || client.isFetching({ queryKey, exact: true }) > 0;
  if (antes || next.abertos.length > 0) client.setQueryData(queryKey, next.abertos);
  if (next.mudanca) noteMudanca(next.mudanca);
  if (stale || !antes) void client.invalidateQueries({ queryKey });
}

/** Follows the stream and sends its events to every tab, this one included; runs in the leading tab. */
async function lead(tell: (recado: TabMessage) => void, signal: AbortSignal): Promise<void> {
  const state = (ligado: boolean, recarregar = false) => {
    const sinal = ligado ? Date.now() : aoVivoAgora.get().sinal;
    tell({ tipo: 'estado', estado: { ligado, sinal }, recarregar });
  };
  await followStream(
    {
      onOpen: (resumed) => state(true, !resumed),
      onSign: () => state(true),
      onLost: () => state(false),
      onMessage: (mensagem) => {
        const evento = parseEvento(mensagem);
        if (evento) tell({ tipo: 'evento', evento });
      },
    },
    signal,
  );
}

let seguindo: { interessados: number; stop: () => void } | undefined;

/**
 * Keeps the live cards and the open alarms in the query cache until the returned function is
 * called. All callers share one stream.
 */
export function watchPassagens(client: QueryClient): () => void {
  seguindo ??= { interessados: 0, stop: follow(client) };
  const meu = seguindo;
  meu.interessados += 1;
  return () => {
    meu.interessados -= 1;
    if (meu.interessados > 0) return;
    seguindo = undefined;
    meu.stop();
  };
}

/** One stream serves all tabs: a browser allows six connections to a server. */
function follow(client: QueryClient): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(NAME);

  // A leading tab that the browser has put to sleep sends nothing, not even a lost stream.
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(
      () => aoVivoAgora.set((estado) => ({ ...estado, ligado: false })),
      SILENCE + 5_000,
    );
  };

  const hear = (recado: TabMessage) => {
    if (recado.tipo === 'evento') {
      keepCards(client, recado.evento);
      keepAlerts(client, recado.evento);
    }
    if (recado.tipo === 'estado') {
      aoVivoAgora.set(recado.estado);
      watch();
      if (!recado.recarregar) return;
      for (const { queryKey } of [ultimosVeiculosQuery, alertasQuery]) {
        void client.invalidateQueries({ queryKey });
      }
    }
    if (recado.tipo === 'oi' && lidera.get()) {
      channel.postMessage({ tipo: 'estado', estado: aoVivoAgora.get(), recarregar: false });
    }
  };
  const tell = (recado: TabMessage) => {
    if (stop.signal.aborted) return;
    channel.postMessage(recado);
    hear(recado);
  };

  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => hear(data);
  channel.postMessage({ tipo: 'oi' } satisfies TabMessage);
  void whileLeader(
    NAME,
    async (signal) => {
      lidera.set(true);
      await lead(tell, signal);
      lidera.set(false);
    },
    stop.signal,
  );

  return () => {
    stop.abort();
    clearTimeout(watchdog);
    channel.close();
    lidera.set(false);
    aoVivoAgora.set({ ligado: false, sinal: 0 });
  };
}
