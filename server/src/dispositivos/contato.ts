/**
 * When each device last sent a message, by a monotonic clock. A reading can be late only when its
 * device could not reach us: since its last message, or in the silence whose readings it now sends.
 */
import type { Clock } from '../platform/clock.ts';
import type { DispositivoRow } from './repo.ts';

/** A shorter pause makes no reading late. */
const SILENCIO_MS = 60_000;
/** After a silence, stored readings arrive within this time of its end, or of the previous one. */
const REENVIO_MS = 600_000;
/** Live again, a device sends its stored readings within this time, or has sent them all. */
const REENVIO_AO_VIVO_MS = 10_000;
/** The longest time between a reading and the arrival of its message. */
const FOLGA_MS = 5_000;

/** What arrived: a sign of life, a live reading, or a late one. */
export type ContactKind = 'sinal' | 'ao vivo' | 'atrasada';

/** How long ago, in milliseconds. */
export interface Contato {
  ultimo: number;
  silencio: { comeco: number; fim: number } | null;
}

interface ContactState {
  ultimo: number;
  silencio: { comeco: number; fim: number; vale: number } | null;
}

/** True when a reading of this age could not have reached us earlier. */
export const couldBeLate = (atraso: number, { ultimo, silencio }: Contato): boolean =>
  atraso <= ultimo + FOLGA_MS ||
  (silencio !== null && atraso <= silencio.comeco + FOLGA_MS && atraso >= silencio.fim);

export interface ContactBook {
  /** A message of the device arrived now. */
  hear(id: string, ouvida: ContactKind): void;
  /** When the device sent its messages before now. */
  of(linha: Pick<DispositivoRow, 'id' | 'visto_em' | 'ultima_leitura_em' | 'criado_em'>): Contato;
}

export function createContatos(clock: Clock): ContactBook {
  const vistos = new Map<string, ContactState>();

  /** From the row, before this process started. A time in the future is ignored: a wrong clock. */
  function fromRow({ visto_em, ultima_leitura_em, criado_em }: Parameters<ContactBook['of']>[0]) {
    const agora = clock.now().getTime();
    const idades = [visto_em, ultima_leitura_em, criado_em]
      .map((marca) => agora - Date.parse(marca ?? ''))
      .filter((idade) => idade >= 0);
    const idade = idades.length > 0 ? Math.min(...idades) : 0;
    return { ultimo: clock.elapsed() - idade, silencio: null };
  }

  return {
    of(linha) {
      const visto = vistos.get(linha.id) ?? fromRow(linha);
      vistos.set(linha.id, visto);
      const agora = clock.elapsed();
      const { ultimo, silencio } = visto;
      return {
        ultimo: agora - ultimo,
        silencio:
          silencio && silencio.vale >= agora
            ? { comeco: agora - silencio.comeco, fim: agora - silencio.fim }
            : null,
      };
    },
    hear(id, ouvida) {
      const agora = clock.elapsed();
      const visto = vistos.get(id) ?? { ultimo: agora, silencio: null };
      const { ultimo } = visto;
      let { silencio } = visto;
      if (agora - ultimo > SILENCIO_MS) silencio = { comeco: ultimo, fim: agora, vale: 0 };
      if (silencio) {
        const vale = agora + (ouvida === 'ao vivo' ? REENVIO_AO_VIVO_MS : REENVIO_MS);
        if (ouvida === 'atrasada' || silencio.vale === 0) silencio.vale = vale;
        else silencio.vale = Math.min(silencio.vale, vale);
      }
      vistos.set(id, { ultimo: agora, silencio });
    },
  };
}
