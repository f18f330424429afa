/** A person's picture at the provider, copied once: no page of ours ever asks another host for it. */
import type { FastifyBaseLogger } from 'fastify';
import { type Banco, inTransaction } from '../../platform/db/banco.ts';
import { download } from '../../platform/download.ts';
import { encodeFoto } from '../perfil/foto.ts';
import { setFotoIfNone } from './repo.ts';

/** Where the provider keeps pictures of people. */
const ORIGENS = ['lh3.googleusercontent.com'];
const PRAZO = 2_000;
const TAMANHO_MAXIMO = 1024 * 1024;

interface Deps {
  db: Banco;
  log: Pick<FastifyBaseLogger, 'info'>;
  /** Instead of the provider's own: for a test. */
  origens?: string[];
}

export interface CopiaDeFoto {
  /** Answers at once; without a picture the screens show initials. */
  copy(conta: string, endereco: string): void;
  /** Gives up what is under way. */
  stop(): Promise<void>;
}

/** Copies pictures beside whatever the server does, one try each. */
export function createCopiaDeFoto({ db, log, origens }: Deps): CopiaDeFoto {
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
