/** How a camera stands whose picture passes through without a session of ours: by what it answered. */
import type { MotivoCamera } from '@unipark/contract/camera';
import { motivoOf } from './reasons.ts';
import type { SessionState } from './viewer.ts';

/** Nobody asked for so long: nothing is known. */
const VALIDADE_MS = 15_000;

export interface Standing {
  state(): SessionState;
  lastFrameAt(): number | null;
  /** Runs `ask` and remembers how it went. */
  watch<T>(ask: () => Promise<T>): Promise<T>;
}

export function createStanding(): Standing {
  let estado: SessionState['estado'] = 'conectando';
  let motivo: MotivoCamera | null = null;
  let desde = Date.now();
  let ultimo: number | null = null;
  let perguntado = 0;

  function set(novo: SessionState['estado'], porque: MotivoCamera | null): void {
    perguntado = Date.now();
    if (novo !== estado) desde = perguntado;
    estado = novo;
    motivo = porque;
  }

  return {
    state() {
      const velho = estado !== 'conectando' && Date.now() - perguntado > VALIDADE_MS;
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
        ultimo = Date.now();
        set('ao_vivo', null);
        return resposta;
      } catch (error) {
        set('offline', motivoOf(error));
        throw error;
      }
    },
  };
}
