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
const MARCA_UTF16 = Buffer.from([0xff, 0xfe]);
const QUEBRA_UTF16 = Buffer.from([QUEBRA, 0]);

/** Whether a text with these first and last two bytes ends with a line break. */
const hasEnd = (comeco: Buffer, fim: Buffer): boolean =>
  comeco.equals(MARCA_UTF16) ? fim.equals(QUEBRA_UTF16) : fim.at(-1) === QUEBRA;

/** The bytes of a file that stands still. A CSV without its last line break was cut short. */
export async function* readWhole(
  bytes: AsyncIterable<Uint8Array>,
  { nome, antes, look }: { nome: string; antes: string; look: () => Promise<string> },
): AsyncGenerator<Uint8Array> {
  let [comeco, fim] = [Buffer.alloc(0), Buffer.alloc(0)];
  for await (const pedaco of bytes) {
    comeco = Buffer.concat([comeco, pedaco.subarray(0, 2)]).subarray(0, 2);
    fim = Buffer.concat([fim, pedaco.subarray(-2)]).subarray(-2);
    yield pedaco;
  }
  if ((await look()) !== antes) {
    throw refusedArquivo('O arquivo mudou durante a leitura. A próxima sincronização o lê.');
  }
  if (fim.length > 0 && nome.endsWith('.csv') && !hasEnd(comeco, fim)) {
    throw refusedArquivo(
      'O arquivo parece cortado: a última linha não termina com uma quebra de linha.',
    );
  }
}
