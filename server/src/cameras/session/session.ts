/** A camera with viewers: tries, states, and one stream for all of them. */
import { nowIso } from '../../platform/clock.ts';
import { SAINDO } from '../../platform/http/sockets.ts';
import type { SessionState, Viewer } from '../viewers/viewer.ts';
import { attempt } from './attempt.ts';
import { Hub } from './hub.ts';
import { Pace, type SessionPace } from './pace.ts';
import type { Fragment, Init, Source } from './source.ts';

export interface SessionOptions {
  id: string;
  /** Makes the source of the next try; the reason of a rejection ends the try like `onEnd`. */
  createSource: () => Promise<Source>;
  sempreLigada: boolean;
  log: Record<'warn' | 'info' | 'debug', (dados: object, texto: string) => void>;
}

export interface CameraSession {
  state(): SessionState;
  /** Joins the stream: the state at once, then init and the frames since the last key. */
  join(viewer: Viewer): () => void;
  /** Tries now, without waiting for the back-off. */
  retry(): void;
  /** Init and the frames since the last key, for a still picture; null before the first key. */
  lastGroup(): { init: Init; fragments: Fragment[]; receivedAt: number } | null;
  counters(): {
    viewers: number;
    connects: number;
    dropped: number;
    bytesOut: number;
    lastFrameAt: number | null;
  };
  /** Ends viewers, source and timers for good. */
  close(): Promise<void>;
}

/** Starts with the first viewer and stops a while after the last; `prazos` are for tests. */
export function createSession(
  { id, createSource, sempreLigada, log }: SessionOptions,
  prazos: Partial<SessionPace> = {},
): CameraSession {
  const pace = new Pace(prazos);
  let estado: SessionState = {
    estado: 'offline',
    motivo: null,
    desde: nowIso(),
    codec: null,
    largura: null,
    altura: null,
  };
  let connects = 0;
  let fechada = false;
  let procurada = sempreLigada;
  let carencia: NodeJS.Timeout | undefined;
  let atual = new AbortController();
  let rodando: Promise<void> | undefined;

  const hub = new Hub(() => {
    if (hub.size === 0 && !sempreLigada && !fechada) linger();
  });

  const isWanted = (): boolean => procurada && !fechada;

  function set(novo: Pick<SessionState, 'estado' | 'motivo'>): void {
    if (novo.estado === estado.estado && novo.motivo === estado.motivo) return;
    // A change of the reason does not change when the outage began.
    const desde = novo.estado === estado.estado && estado.motivo ? estado.desde : nowIso();
    // Viewers come and go all day; an outage and its end are news.
    const nivel = novo.motivo || estado.motivo ? 'info' : 'debug';
    estado = { ...estado, ...novo, desde };
    log[nivel]({ camera: id, ...novo }, 'camera state');
    hub.tell(estado);
  }

  /** Without viewers an outage is forgotten, but a refused password is not. */
  function rest(): void {
    if (estado.motivo === 'auth_failed') return;
    pace.reset();
    set({ estado: 'offline', motivo: null });
  }

  const stream = {
    onInit(init: Init): void {
      const { codec, largura, altura } = init;
      estado = { ...estado, codec, largura, altura };
      hub.begin(init);
    },
    onFragment(fragment: Fragment): void {
      set({ estado: 'ao_vivo', motivo: null });
      hub.push(fragment);
    },
  };

  async function connect(): Promise<void> {
    connects += 1;
    pace.begin();
    const { signal } = atual;
    const { motivo, stopped } = await attempt({
      ...pace.prazos,
      createSource,
      ouvinte: stream,
      signal,
    });
    hub.end();
    if (motivo) {
      pace.failed(motivo);
      set({ estado: 'offline', motivo });
    }
    await stopped;
  }

  async function run(): Promise<void> {
    while (isWanted()) {
      if (pace.waitMs > 0) await pace.due();
      else {
        // During an outage the screen keeps the reason until frames arrive again.
        if (!estado.motivo) set({ estado: 'conectando', motivo: null });
        await connect();
      }
    }
    rest();
  }

  function start(): void {
    clearTimeout(carencia);
    procurada = true;
    rodando ??= run()
      .catch((error: unknown) => log.warn({ camera: id, err: error }, 'camera session failed'))
      .finally(() => {
        rodando = undefined;
        if (isWanted()) start();
      });
  }

  function stop(): void {
    procurada = false;
    atual.abort();
    atual = new AbortController();
    pace.wake();
  }

  function linger(): void {
    clearTimeout(carencia);
    carencia = setTimeout(stop, pace.prazos.lingerMs);
  }

  if (sempreLigada) start();

  return {
    state: () => estado,
    join(viewer) {
      if (fechada) {
        viewer.close(SAINDO);
        return () => undefined;
      }
      start();
      hub.join(viewer, estado);
      return () => hub.leave(viewer);
    },
    retry() {
      if (!rodando) return;
      if (estado.motivo && estado.motivo !== 'auth_failed') {
        set({ estado: 'conectando', motivo: null });
      }
      pace.hurry();
    },
    lastGroup: () => hub.lastGroup(),
    counters: () => ({ ...hub.totals(), connects, lastFrameAt: hub.lastFrameAt }),
    async close() {
      fechada = true;
      clearTimeout(carencia);
      hub.closeAll(SAINDO);
      stop();
      await rodando;
    },
  };
}
