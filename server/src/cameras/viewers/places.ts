/** Current viewers: a place lasts from ticket to close, both audited; it ends with its session. */
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { WebSocket } from 'ws';
import { type AuditEntry, type Autor, audit } from '../../platform/audit.ts';
import { nowIso } from '../../platform/clock.ts';
import { type Banco, inEssential } from '../../platform/db/banco.ts';
import { type Identidade, watchSessoes } from '../../platform/http/guard.ts';
import { closeSocket, SAINDO } from '../../platform/http/sockets.ts';

const POR_CONTA = 8;
const NO_SERVIDOR = 200;
const SESSAO_ENCERRADA = 4401;

interface PlaceOwner {
  conta: string;
  sid: string;
}

export interface ViewerPlace extends PlaceOwner {
  camera: string;
  autor: Autor;
  desde: string;
  socket: WebSocket | null;
  /** The code with which it must close; null while it may stay. */
  adeus: number | null;
}

interface Deps {
  db: Banco;
  identidade: Identidade;
  log: FastifyBaseLogger;
}

export function createPlaces({ db, identidade, log }: Deps) {
  const places = new Set<ViewerPlace>();
  const registros = new Set<Promise<void>>();
  let fechado = false;

  const record = (autor: Autor, ato: AuditEntry): Promise<void> =>
    inEssential(db, (trx) => audit(trx, autor, ato));

  function dismiss(place: ViewerPlace, codigo: number): void {
    place.adeus = codigo;
    if (place.socket) closeSocket(place.socket, codigo);
  }

  function expel(sid: string): void {
    for (const place of places) if (place.sid === sid) dismiss(place, SESSAO_ENCERRADA);
  }

  function leave(place: ViewerPlace): void {
    places.delete(place);
    const { autor, camera, desde: de } = place;
    const detalhe = { de, ate: nowIso() };
    const registro = record(autor, { acao: 'fechar', entidade: 'camera', chave: camera, detalhe })
      .catch((err: unknown) => log.error({ err, camera }, 'camera closing not audited'))
      .finally(() => registros.delete(registro));
    registros.add(registro);
  }

  const unwatch = watchSessoes(identidade, () => [...places].map(({ sid }) => sid), expel);

  return {
    isFull(conta: string): boolean {
      const dela = [...places].filter((place) => place.conta === conta);
      return fechado || places.size >= NO_SERVIDOR || dela.length >= POR_CONTA;
    },

    /** Kept until `socket` closes; call `isFull` before. Undefined when the session is over. */
    async take(
      { conta, sid }: PlaceOwner,
      camera: string,
      autor: Autor,
      socket: Socket,
    ): Promise<ViewerPlace | undefined> {
      const desde = nowIso();
      const place: ViewerPlace = { conta, sid, camera, autor, desde, socket: null, adeus: null };
      places.add(place);
      try {
        if (!(await identidade.isSessaoAlive(sid))) {
          places.delete(place);
          return undefined;
        }
        await record(autor, { acao: 'abrir', entidade: 'camera', chave: camera });
      } catch (error) {
        places.delete(place);
        throw error;
      }
      if (socket.destroyed) leave(place);
      else socket.once('close', () => leave(place));
      return place;
    },

    /** Closes every viewer; resolves when every close is audited. */
    async close(): Promise<void> {
      fechado = true;
      unwatch();
      for (const place of places) dismiss(place, SAINDO);
      while (places.size > 0 || registros.size > 0) {
        await Promise.all(registros);
        await new Promise((pronto) => setTimeout(pronto, 20));
      }
    },
  };
}
