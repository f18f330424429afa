/** Who watches now: a place from the pass to the goodbye, both on record, gone with its session. */
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { WebSocket } from 'ws';
import { type Ato, type Autor, audit } from '../platform/audit.ts';
import { type Banco, inTransaction } from '../platform/db/banco.ts';
import type { Identidade } from '../platform/guard.ts';
import { closeSocket, SAINDO } from '../platform/sockets.ts';

const POR_CONTA = 8;
const NO_SERVIDOR = 200;
const REVISAO_MS = 4_000;
const SESSAO_ENCERRADA = 4401;

interface Dono {
  conta: string;
  sid: string;
}

export interface Place extends Dono {
  camera: string;
  autor: Autor;
  desde: string;
  socket: WebSocket | null;
  /** With which code it must leave, where it may not stay. */
  adeus: number | null;
}

interface Deps {
  db: Banco;
  identidade: Identidade;
  log: FastifyBaseLogger;
}

export function createPlaces({ db, identidade, log }: Deps) {
  const places = new Set<Place>();
  const registros = new Set<Promise<void>>();
  let fechado = false;

  const record = (autor: Autor, ato: Ato): Promise<void> =>
    inTransaction(db, (trx) => audit(trx, autor, ato));

  function dismiss(place: Place, codigo: number): void {
    place.adeus = codigo;
    if (place.socket) closeSocket(place.socket, codigo);
  }

  function expel(sid: string): void {
    for (const place of places) if (place.sid === sid) dismiss(place, SESSAO_ENCERRADA);
  }

  function leave(place: Place): void {
    places.delete(place);
    const { autor, camera, desde: de } = place;
    const detalhe = { de, ate: new Date().toISOString() };
    const registro = record(autor, { acao: 'fechar', entidade: 'camera', chave: camera, detalhe })
      .catch((err: unknown) => log.error({ err, camera }, 'camera closing not audited'))
      .finally(() => registros.delete(registro));
    registros.add(registro);
  }

  const semSessao = identidade.onSessaoEnd(expel);
  /** A session may also be ended by another process: the operator's tool. */
  const revisao = setInterval(async () => {
    for (const sid of new Set([...places].map((place) => place.sid))) {
      if (!(await identidade.isSessaoAlive(sid).catch(() => true))) expel(sid);
    }
  }, REVISAO_MS);
  revisao.unref();

  return {
    isFull(conta: string): boolean {
      const dela = [...places].filter((place) => place.conta === conta);
      return fechado || places.size >= NO_SERVIDOR || dela.length >= POR_CONTA;
    },

    /**
     * Takes a place at once, to be kept until `socket` closes; ask `isFull` just before. Undefined
     * when the session is over.
     */
    async take(
      { conta, sid }: Dono,
      camera: string,
      autor: Autor,
      socket: Socket,
    ): Promise<Place | undefined> {
      const desde = new Date().toISOString();
      const place: Place = { conta, sid, camera, autor, desde, socket: null, adeus: null };
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

    /** Sends everyone away; resolves once every goodbye is on record. */
    async close(): Promise<void> {
      fechado = true;
      clearInterval(revisao);
      semSessao();
      for (const place of places) dismiss(place, SAINDO);
      while (places.size > 0 || registros.size > 0) {
        await Promise.all(registros);
        await new Promise((pronto) => setTimeout(pronto, 20));
      }
    },
  };
}
