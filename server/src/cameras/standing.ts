/** State of a camera that is passed through without a session: derived from its answers. */
import type { MotivoCamera } from '@unipark/contract/camera';
import { nowMs } from '../platform/clock.ts';
import { toMotivo } from './reasons.ts';
import type { SessionState } from './viewers/viewer.ts';

/** Without a request for this long, the state is unknown. */
const VALIDADE_MS = 15_000;

export interface Standing {
  state(): SessionState;
  lastFrameAt(): number | null;
  /** Runs `ask` and keeps its result as the state. */
  watch<T>(ask: () => Promise<T>): Promise<T>;
}

export function createStanding(): Standing {
  let estado: SessionState['estado'] = 'conectando';
  let motivo: MotivoCamera | null = null;
  let desde = nowMs();
  let ultimo: number | null = null;
  /** A monotonic time: the system clock may jump. */
  let perguntado = Number.NEGATIVE_INFINITY;

  function set(novo: SessionState['estado'], porque: MotivoCamera | null): void {
    perguntado = performance.now();
    if (novo !== estado) desde = nowMs();
    estado = novo;
    motivo = porque;
  }

  return {
    state() {
      const velho = estado !== 'conectando' && performance.now() - perguntado > VALIDADE_MS;
      if (velho) set('conectando', null);
      return {
        estado,
        motivo,
        desde: new Date(desde).toISOString(),
        codec: null,
        largura: null,
        altura: null,
      };
    },
    lastFrameAt: () => ultimo,
    async watch(ask) {
      try {
        const resposta = await ask();
        ultimo = nowMs();
        set('ao_vivo', null);
        return resposta;
      } catch (error) {
        set('offline', toMotivo(error));
        throw error;
      }
    },
  };
}
