import type { QueryClient } from '@tanstack/react-query';
import { createStore } from '../lib/store.ts';
import { aplicarAlertas } from './alertas.ts';
import { alertasQuery, ultimosVeiculosQuery } from './api.ts';
import { contar } from './avisos.ts';
import { aplicar, type Evento, eventoDe } from './cartoes.ts';
import { followStream, SILENCE } from './conexao.ts';
import { whileLeader } from './lider.ts';

/** `sinal`: when the stream last gave a sign of life (ms), 0 before the first. */
export type AoVivoAgora = { ligado: boolean; sinal: number };

export const aoVivoAgora = createStore<AoVivoAgora>({ ligado: false, sinal: 0 });

/** Whether this tab is the one that holds the stream. */
export const lidera = createStore(false);

const NAME = 'unipark.aovivo';

/** What the leading tab tells the others; `oi` is a newcomer asking how things stand. */
type Recado =
  | { tipo: 'evento'; evento: Evento }
  | { tipo: 'estado'; estado: AoVivoAgora; recarregar: boolean }
  | { tipo: 'oi' };

function keepCards(client: QueryClient, evento: Evento): void {
  const { queryKey } = ultimosVeiculosQuery;
  // An answer under way was made before this event: it is asked for again.
  let stale = client.isFetching({ queryKey, exact: true }) > 0;
  client.setQueryData(queryKey, (cartoes) => {
    const next = aplicar(cartoes ?? [], evento);
    stale ||= next.recarregar || cartoes === undefined;
    return next.cartoes;
  });
  if (stale) void client.invalidateQueries({ queryKey });
}

/** The open alarms, beside the cards; what became of one is told where it was heard. */
function keepAlerts(client: QueryClient, evento: Evento): void {
  const { queryKey } = alertasQuery;
  const antes = client.getQueryData(queryKey);
  const next = aplicarAlertas(antes ?? [], evento);
  const stale = next.recarregar || client.isFetching({ queryKey, exact: true }) > 0;
  if (antes || next.abertos.length > 0) client.setQueryData(queryKey, next.abertos);
  if (next.mudanca) contar(next.mudanca);
  if (stale || !antes) void client.invalidateQueries({ queryKey });
}

/** Tells every tab, this one included, what the stream says; runs in the leading tab. */
async function lead(tell: (recado: Recado) => void, signal: AbortSignal): Promise<void> {
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
        const evento = eventoDe(mensagem);
        if (evento) tell({ tipo: 'evento', evento });
      },
    },
    signal,
  );
}

let seguindo: { interessados: number; parar: () => void } | undefined;

/**
 * Keeps the live cards and the open alarms in the query cache until the returned function is
 * called. However many parts of a screen ask for it, they share one.
 */
export function watchPassagens(client: QueryClient): () => void {
  seguindo ??= { interessados: 0, parar: follow(client) };
  const meu = seguindo;
  meu.interessados += 1;
  return () => {
    meu.interessados -= 1;
    if (meu.interessados > 0) return;
    seguindo = undefined;
    meu.parar();
  };
}

/** One stream serves all tabs: the browser allows six connections to a server, each is needed. */
function follow(client: QueryClient): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(NAME);

  // A leading tab that the browser put to sleep says nothing, not even that it lost the stream.
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(
      () => aoVivoAgora.set((estado) => ({ ...estado, ligado: false })),
      SILENCE + 5_000,
    );
  };

  const hear = (recado: Recado) => {
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
  const tell = (recado: Recado) => {
    if (stop.signal.aborted) return;
    channel.postMessage(recado);
    hear(recado);
  };

  channel.onmessage = ({ data }: MessageEvent<Recado>) => hear(data);
  channel.postMessage({ tipo: 'oi' } satisfies Recado);
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
