/** Where the files of a synchronisation come from. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TipoImportacao } from '@unipark/contract/importacao';
import { refusedArquivo } from '../formatos/recusa.ts';

export interface SyncFile {
  nome: string;
  /** @throws a sentence when the file changes meanwhile, or has no end */
  bytes: AsyncIterable<Uint8Array>;
}

export interface SyncSource {
  /** The file of a kind; undefined when there is none. @throws a sentence for a source without an answer */
  open(tipo: TipoImportacao, sinal: AbortSignal): Promise<SyncFile | undefined>;
}

/** Looks at a file that is being written: so many, so long after each other. */
const OLHADAS = 30;

/** Waits until two looks are equal, and answers it. @throws a sentence for a file that keeps changing */
export async function waitUntilStill(
  look: () => Promise<string>,
  { quietoMs, sinal }: { quietoMs: number; sinal: AbortSignal },
): Promise<string> {
  let antes = await look();
  for (let i = 0; i < OLHADAS; i += 1) {
    await sleep(quietoMs, undefined, { signal: sinal });
    const agora = await look();
    if (agora === antes) return agora;
    antes = agora;
  }
  throw refusedArquivo('O arquivo ainda está sendo gravado. A próxima sincronização o lê.');
}

const QUEBRA = 0x0a;

/** The bytes of a file that stands still. A CSV without its last line break was cut short. */
export async function* readWhole(
  bytes: AsyncIterable<Uint8Array>,
  { nome, antes, look }: { nome: string; antes: string; look: () => Promise<string> },
): AsyncGenerator<Uint8Array> {
  let ultimo: number | undefined;
  for await (const pedaco of bytes) {
    ultimo = pedaco.at(-1) ?? ultimo;
    yield pedaco;
  }
  if ((await look()) !== antes) {
    throw refusedArquivo('O arquivo mudou durante a leitura. A próxima sincronização o lê.');
  }
  if (ultimo !== undefined && ultimo !== QUEBRA && nome.endsWith('.csv')) {
    throw refusedArquivo(
      'O arquivo parece cortado: a última linha não termina com uma quebra de linha.',
    );
  }
}
