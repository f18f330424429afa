/**
 * What is counted of every device: held in memory and written together every few seconds, so that a
 * chatty camera does not cost a transaction a message. A crash loses seconds of counts, no reading.
 */
import type { FastifyBaseLogger } from 'fastify';
import { type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import * as repo from './repo.ts';

const ESPERA_MS = 5_000;

interface Contagem {
  vistoEm: string;
  erro: { texto: string; em: string } | undefined;
  horas: Map<string, repo.Hora>;
}

type Caso = 'leituras' | 'ignoradas' | 'recusadas';

export interface Movimento {
  /** Counts messages of a device. `erro` is what its page says of the last one that failed. */
  note(id: string, caso: Caso, opcoes?: { vezes?: number; erro?: string }): void;
  /** Writes what was counted so far. */
  flush(): Promise<void>;
  /** Writes it, and no more of its own accord. */
  stop(): Promise<void>;
}

const hourOf = (quando: string): string => `${quando.slice(0, 13)}:00:00.000Z`;

async function write(trx: Transacao, id: string, { vistoEm, erro, horas }: Contagem) {
  if (!(await repo.find(trx, id))) return;
  const ultimo = erro && { ultimo_erro: erro.texto, ultimo_erro_em: erro.em };
  await repo.update(trx, id, { visto_em: vistoEm, ...ultimo });
  for (const hora of horas.values()) await repo.addToHour(trx, hora);
}

export function createMovimento(db: Banco, log: Pick<FastifyBaseLogger, 'error'>): Movimento {
  let contagens = new Map<string, Contagem>();

  async function flush(): Promise<void> {
    if (contagens.size === 0) return;
    const escritas = contagens;
    contagens = new Map();
    await inTransaction(db, async (trx) => {
      for (const [id, contagem] of escritas) await write(trx, id, contagem);
    });
  }

  const relogio = setInterval(() => {
    flush().catch((err: unknown) => log.error({ err }, 'device counts'));
  }, ESPERA_MS);
  relogio.unref();

  return {
    note(id, caso, { vezes = 1, erro } = {}) {
      const agora = new Date().toISOString();
      const hora = hourOf(agora);
      const contagem = contagens.get(id) ?? { vistoEm: agora, erro: undefined, horas: new Map() };
      const zero = { dispositivo: id, hora, leituras: 0, ignoradas: 0, recusadas: 0 };
      const linha: repo.Hora = contagem.horas.get(hora) ?? zero;
      linha[caso] += vezes;
      contagem.horas.set(hora, linha);
      contagem.vistoEm = agora;
      if (erro) contagem.erro = { texto: erro, em: agora };
      contagens.set(id, contagem);
    },
    flush,
    async stop() {
      clearInterval(relogio);
      await flush().catch((err: unknown) => log.error({ err }, 'device counts'));
    },
  };
}
