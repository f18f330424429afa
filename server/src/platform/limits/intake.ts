/** Bodies with pictures: memory is reserved before the first byte, and the rate limited. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { busy, Problem } from '../errors.ts';
import { createBaldes } from './bucket.ts';

/** The largest body with pictures. */
export const PICTURES_MAXIMUM = 10 * 1024 * 1024;

/** Memory for bodies at once, of all senders. */
const MEMORIA = 64 * 1024 * 1024;
/** Share of one sender, so that the others keep room. */
const QUINHAO = 20 * 1024 * 1024;

/** Of one sender: enough for twenty cars a second with pictures, not for a video. */
const BYTES_POR_SEGUNDO = 4 * 1024 * 1024;
const BYTES_RAJADA = 60 * 1024 * 1024;

/** Bytes to reserve for the body: its length, or the allowed maximum. */
export function expectedBytes({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return PICTURES_MAXIMUM;
  return Math.min(Number(headers['content-length'] ?? 0), PICTURES_MAXIMUM);
}

/**
 * Memory for bodies: `maximo` bytes for all, `quinhao` of them for one sender; `take` answers the
 * function that releases them.
 */
export function createReserva(maximo: number, quinhao: number) {
  const tomados = new Map<string, number>();
  let total = 0;

  function add(quem: string, bytes: number): void {
    const dele = (tomados.get(quem) ?? 0) + bytes;
    total += bytes;
    if (dele > 0) tomados.set(quem, dele);
    else tomados.delete(quem);
  }

  return {
    /** @throws {Problem} 503 when the rest, of all or of the share, is smaller */
    take(quem: string, bytes: number): () => void {
      const dele = tomados.get(quem) ?? 0;
      if (total + bytes > maximo || dele + bytes > quinhao) throw busy();
      add(quem, bytes);
      let devolvidos = false;
      return () => {
        if (!devolvidos) add(quem, -bytes);
        devolvidos = true;
      };
    },
  };
}

export interface Intake {
  /** Reserves the memory of a body until its answer is sent. @throws {Problem} 503 */
  hold(request: FastifyRequest, reply: FastifyReply, sender: string): void;
  /** Counts bytes of a sender. @throws {Problem} 429 with `sentence` above the rate */
  pace(sender: string, bytes: number, sentence: string): void;
}

/** One for all routes with pictures, because the memory belongs to the process. */
export function createIntake(): Intake {
  const reserva = createReserva(MEMORIA, QUINHAO);
  const volume = createBaldes(BYTES_POR_SEGUNDO, BYTES_RAJADA);
  return {
    hold(request, reply, sender) {
      reply.raw.once('close', reserva.take(sender, expectedBytes(request)));
    },
    pace(sender, bytes, sentence) {
      if (volume.take(sender, bytes)) return;
      throw new Problem(429, 'muitas-mensagens', sentence, { headers: { 'Retry-After': '1' } });
    },
  };
}
