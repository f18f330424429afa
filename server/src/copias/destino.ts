/** The folder of another disk or machine (COPIAS_DIR), which may be away and never answer. */
import { basename } from 'node:path';
import { StartError } from '../config/leitor.ts';
import type { Copia } from './copia.ts';
import type { CopiasOwner } from './mark.ts';
import { runApart } from './trabalho.ts';

/** A folder that is there answers within this time. */
const RESPOSTA_MS = 30_000;
/** A copy that takes longer has stopped. */
const VIAGEM_MS = 30 * 60_000;
/** Pictures are copied for this long after a backup; what is left goes with the next one. */
const FOTOS_MS = 20 * 60_000;

interface DestinoDeps {
  /** The folder of the backups on this machine. */
  copias: string;
  pasta: string;
  owner: CopiasOwner;
  /** The pictures in files; null: they are in the database. */
  arquivosDir: string | null;
  /** Ends the work. */
  sinal: AbortSignal;
}

/** Takes backups to the other folder, and knows which is the newest there. */
export function createDestino({ copias, pasta, owner, arquivosDir, sinal }: DestinoDeps) {
  let newest: string | undefined;
  let looked: Promise<void> | undefined;

  /** What is there is not known after a failure. @throws {StartError} one sentence */
  async function visit<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (cause) {
      newest = undefined;
      if (cause instanceof StartError) throw cause;
      throw new StartError(
        `As cópias ficam em ${copias}, mas ${pasta} não responde. Confira COPIAS_DIR: o disco dela está montado?`,
        { cause },
      );
    }
  }

  async function find(): Promise<void> {
    newest = await visit(runApart({ acao: 'achar', pasta }, { sinal, prazoMs: RESPOSTA_MS }));
  }

  return {
    /** From memory: no request waits for that disk. */
    getNewest: (): string | undefined => newest,

    /** Looks once, after the start. */
    look(): Promise<void> {
      looked ??= find().catch(() => undefined);
      return looked;
    },

    /** @throws {StartError} one sentence; the backup itself stays */
    async carry(copia: Copia): Promise<void> {
      await find();
      const nome = basename(copia.pasta);
      const tarefa = { acao: 'levar' as const, copia, destino: pasta, owner };
      await visit(runApart(tarefa, { sinal, prazoMs: VIAGEM_MS }));
      newest = nome;
    },

    /** Takes the pictures of a backup that has arrived. @throws {StartError} one sentence */
    async carryFotos(copia: Copia): Promise<void> {
      if (arquivosDir === null) return;
      const fotos = { copias: pasta, nome: basename(copia.pasta), arquivosDir, prazoMs: FOTOS_MS };
      await runApart({ acao: 'levar-fotos', ...fotos }, { sinal, prazoMs: VIAGEM_MS });
    },

    /** Removes the backups there that are not kept. @throws {StartError} one sentence */
    async removeOld(): Promise<void> {
      const tarefa = { acao: 'apagar-antigas' as const, copias: pasta };
      await runApart(tarefa, { sinal, prazoMs: VIAGEM_MS });
    },
  };
}
