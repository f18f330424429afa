/** A person's picture, copied once: our pages never request it from another host. */
import type { FastifyBaseLogger } from 'fastify';
import { type Banco, inTransaction } from '../../platform/db/banco.ts';
import { download } from '../../platform/outbound/download.ts';
import { encodeFoto } from '../perfil/foto.ts';
import { setFotoIfNone } from './repo.ts';

/** The hosts of the provider's profile pictures. */
const ORIGENS = ['lh3.googleusercontent.com'];
const PRAZO = 2_000;
const TAMANHO_MAXIMO = 1024 * 1024;

interface Deps {
  db: Banco;
  log: Pick<FastifyBaseLogger, 'info'>;
  /** Replaces the provider's hosts in a test. */
  origens?: string[];
}

export interface CopiaDeFoto {
  /** Returns at once; without a picture the screens show initials. */
  copy(conta: string, endereco: string): void;
  /** Cancels copies in progress. */
  stop(): Promise<void>;
}

/** Copies pictures in the background, one try each. */
export function createFotoCopy({ db, log, origens }: Deps): CopiaDeFoto {
  const fim = new AbortController();
  const emCurso = new Set<Promise<void>>();

  async function fetchFoto(conta: string, endereco: string): Promise<void> {
    if (!origens && !endereco.startsWith('https://')) throw new Error('not an https address');
    const bytes = await download(endereco, {
      origens: origens ?? ORIGENS,
      prazoMs: PRAZO,
      maximo: TAMANHO_MAXIMO,
      sinal: fim.signal,
    });
    const foto = await encodeFoto(bytes);
    await inTransaction(db, (trx) => setFotoIfNone(trx, conta, foto));
  }

  return {
    copy(conta, endereco) {
      const copia = fetchFoto(conta, endereco)
        .catch((error: Error) => log.info({ motivo: error.message }, 'picture not copied'))
        .finally(() => emCurso.delete(copia));
      emCurso.add(copia);
    },
    async stop() {
      fim.abort();
      await Promise.all(emCurso);
    },
  };
}
