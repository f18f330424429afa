/**
 * Who watches a camera by single requests: pictures, and pieces of HLS. The first request of an
 * account is audited as an opening, half a minute without one as a closing.
 */
import type { FastifyBaseLogger } from 'fastify';
import { type AuditEntry, type Autor, audit } from '../../platform/audit.ts';
import { nowIso } from '../../platform/clock.ts';
import { type Banco, inEssential } from '../../platform/db/banco.ts';

const SILENCIO_MS = 30_000;

interface Look {
  autor: Autor;
  camera: string;
  de: string;
  ate: string;
  relogio: NodeJS.Timeout;
  /** The opening's row. */
  aberta: Promise<void>;
}

interface LooksDeps {
  db: Banco;
  log: Pick<FastifyBaseLogger, 'error'>;
  silencioMs?: number;
}

export function createLooks({ db, log, silencioMs = SILENCIO_MS }: LooksDeps) {
  const looks = new Map<string, Look>();
  const registros = new Set<Promise<void>>();
  let fechado = false;

  const record = (autor: Autor, ato: AuditEntry): Promise<void> =>
    inEssential(db, (trx) => audit(trx, autor, ato));

  function end(chave: string): void {
    const look = looks.get(chave);
    if (!look) return;
    looks.delete(chave);
    clearTimeout(look.relogio);
    const { autor, camera, de, ate } = look;
    const ato = {
      acao: 'fechar',
      entidade: 'camera',
      chave: camera,
      detalhe: { de, ate },
    } as const;
    const registro = record(autor, ato)
      .catch((err: unknown) => log.error({ err, camera }, 'camera closing not audited'))
      .finally(() => registros.delete(registro));
    registros.add(registro);
  }

  return {
    /** Notes a request that the camera answered; the answer waits for the opening's row. */
    async note(autor: Autor, camera: string): Promise<void> {
      const chave = `${autor.id} ${camera}`;
      const agora = nowIso();
      const look = looks.get(chave);
      if (look) {
        look.ate = agora;
        look.relogio.refresh();
        return look.aberta;
      }
      const relogio = setTimeout(() => end(chave), silencioMs);
      relogio.unref();
      const aberta = record(autor, { acao: 'abrir', entidade: 'camera', chave: camera });
      looks.set(chave, { autor, camera, de: agora, ate: agora, relogio, aberta });
      try {
        await aberta;
      } catch (error) {
        clearTimeout(relogio);
        looks.delete(chave);
        throw error;
      }
      // A picture that was still on its way when the server began to stop.
      if (fechado) end(chave);
    },

    /** Ends every watching; resolves when all closings are audited. */
    async close(): Promise<void> {
      fechado = true;
      for (const chave of looks.keys()) end(chave);
      await Promise.all(registros);
    },
  };
}
