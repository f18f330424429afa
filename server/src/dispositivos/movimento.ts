/**
 * Counts of every device: kept in memory and written together every few seconds, so that a camera
 * with many messages does not cost a transaction each. A crash loses seconds of counts, but no
 * reading.
 */
import type { FastifyBaseLogger } from 'fastify';
import { nowIso } from '../platform/clock.ts';
import { type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import * as repo from './repo.ts';

const ESPERA_MS = 5_000;

interface MovimentoCount {
  vistoEm: string;
  erro: { texto: string; em: string } | undefined;
  horas: Map<string, repo.MovimentoHour>;
}

export type MovimentoCase = 'leituras' | 'ignoradas' | 'recusadas';

export interface Movimento {
  /** Counts messages of a device. `erro` is the text of its page about the last failed one. */
  note(id: string, caso: MovimentoCase, opcoes?: { vezes?: number; erro?: string }): void;
  /** Writes the counts; those that are being written are waited for. */
  flush(): Promise<void>;
  /** Of all devices, since the start of this process. */
  readonly totais: Readonly<Record<MovimentoCase, number>>;
  /** Writes the counts and stops the timer. */
  stop(): Promise<void>;
}

const hourOf = (quando: string): string => `${quando.slice(0, 13)}:00:00.000Z`;

async function write(trx: Transacao, id: string, { vistoEm, erro, horas }: MovimentoCount) {
  if (!(await repo.find(trx, id))) return;
  const ultimo = erro && { ultimo_erro: erro.texto, ultimo_erro_em: erro.em };
  await repo.update(trx, id, { visto_em: vistoEm, ...ultimo });
  for (const hora of horas.values()) await repo.addToHour(trx, hora);
}

/** The counts that the disk refused, and those since. */
function merge(antes: Map<string, MovimentoCount>, depois: Map<string, MovimentoCount>) {
  const juntas = new Map(antes);
  for (const [id, nova] of depois) {
    const velha = juntas.get(id);
    if (!velha) {
      juntas.set(id, nova);
      continue;
    }
    const horas = new Map(velha.horas);
    for (const [hora, linha] of nova.horas) {
      const outra = horas.get(hora);
      horas.set(
        hora,
        outra
          ? {
              ...linha,
              leituras: linha.leituras + outra.leituras,
              ignoradas: linha.ignoradas + outra.ignoradas,
              recusadas: linha.recusadas + outra.recusadas,
            }
          : linha,
      );
    }
    juntas.set(id, { vistoEm: nova.vistoEm, erro: nova.erro ?? velha.erro, horas });
  }
  return juntas;
}

export function createMovimento(db: Banco, log: Pick<FastifyBaseLogger, 'error'>): Movimento {
  let contagens = new Map<string, MovimentoCount>();
  const totais = { leituras: 0, ignoradas: 0, recusadas: 0 };

  async function writeAll(): Promise<void> {
    if (contagens.size === 0) return;
    const escritas = contagens;
    contagens = new Map();
    try {
      await inTransaction(db, async (trx) => {
        for (const [id, contagem] of escritas) await write(trx, id, contagem);
      });
    } catch (error) {
      contagens = merge(escritas, contagens);
      throw error;
    }
  }

  let escrita: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    escrita = escrita.catch(() => undefined).then(writeAll);
    return escrita;
  };

  const relogio = setInterval(() => {
    flush().catch((err: unknown) => log.error({ err }, 'device counts'));
  }, ESPERA_MS);
  relogio.unref();

  return {
    note(id, caso, { vezes = 1, erro } = {}) {
      const agora = nowIso();
      const hora = hourOf(agora);
      const contagem = contagens.get(id) ?? { vistoEm: agora, erro: undefined, horas: new Map() };
      const zero = { dispositivo: id, hora, leituras: 0, ignoradas: 0, recusadas: 0 };
      const linha: repo.MovimentoHour = contagem.horas.get(hora) ?? zero;
      linha[caso] += vezes;
      totais[caso] += vezes;
      contagem.horas.set(hora, linha);
      contagem.vistoEm = agora;
      if (erro) contagem.erro = { texto: erro, em: agora };
      contagens.set(id, contagem);
    },
    flush,
    totais,
    async stop() {
      clearInterval(relogio);
      await flush().catch((err: unknown) => log.error({ err }, 'device counts'));
    },
  };
}
