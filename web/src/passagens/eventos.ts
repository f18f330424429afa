import type { QueryClient } from '@tanstack/react-query';
import { createStore } from '../lib/store.ts';
import { ultimosVeiculosQuery } from './api.ts';
import { aplicar, type Evento, eventoDe } from './cartoes.ts';
import { followStream, SILENCE } from './conexao.ts';
import { whileLeader } from './lider.ts';

/** `sinal`: when the stream last gave a sign of life (ms), 0 before the first. */
export type AoVivoAgora = { ligado: boolean; sinal: number };

export const aoVivoAgora = createStore<AoVivoAgora>({ ligado: false, sinal: 0 });

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

/**
 * Keeps the live cards in the query cache until the returned function is called. One stream
 * serves all tabs: the browser allows six connections to a server, and each is needed.
 */
export function watchPassagens(client: QueryClient): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(NAME);
  let leading = false;

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
    if (recado.tipo === 'evento') keepCards(client, recado.evento);
    if (recado.tipo === 'estado') {
      aoVivoAgora.set(recado.estado);
      watch();
      const { queryKey } = ultimosVeiculosQuery;
      if (recado.recarregar) void client.invalidateQueries({ queryKey });
    }
    if (recado.tipo === 'oi' && leading) {
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
      leading = true;
      await lead(tell, signal);
      leading = false;
    },
    stop.signal,
  );

  return () => {
    stop.abort();
    clearTimeout(watchdog);
    channel.close();
    aoVivoAgora.set({ ligado: false, sinal: 0 });
  };
}
