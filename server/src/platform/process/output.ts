/**
 * The destination of the log and of the terminal's text. A full disk, a closed terminal or a reader
 * that stopped loses lines: they are dropped and counted, and the server continues.
 */
import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';

/** Bytes buffered for a slow reader. */
const GUARDADO_MAXIMO = 256 * 1024;
const LENTO_MS = 100;
/** How often a blocked destination is tried again without new lines. */
const DE_NOVO_MS = 2_000;

export interface Output {
  /** Writes now, buffers, or drops. Never throws and never waits. */
  write(linhas: string): void;
  /** Writes the buffer, as far as possible without waiting. */
  flush(): void;
  /** Lines dropped so far. */
  dropped(): number;
}

interface Piece {
  bytes: Buffer;
  /** Lines in it; 0 for our own report of dropped ones. */
  linhas: number;
  /** For our own report: the number in it. */
  conta: number;
}

/** A second descriptor of the same destination, with non-blocking writes. */
function withoutWaiting(fd: number): number {
  // When Node opens its own stream, a pipe or a socket becomes non-blocking. That stream may fail
  // too.
  if (fd === process.stdout.fd) process.stdout.on('error', () => {});
  if (!fstatSync(fd).isCharacterDevice()) return fd;
  try {
    const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
    return openSync(`/dev/fd/${fd}`, O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    return fd;
  }
}

const wordOf = (conta: number): string =>
  `${JSON.stringify({
    level: 40,
    time: Date.now(),
    pid: process.pid,
    hostname: hostname(),
    perdidas: conta,
    msg: 'log lines could not be written and were dropped',
  })}\n`;

/** Opens the destination of a file descriptor. */
export function openOutput(descritor: number): Output {
  const fd = withoutWaiting(descritor);
  let fila: Piece[] = [];
  let guardado = 0;
  let perdidas = 0;
  /** Dropped since the last report. */
  let caladas = 0;
  /** The last line was written only in part. */
  let rasgada = false;
  let planejada = false;

  function plan(ms: number): void {
    if (planejada) return;
    planejada = true;
    setTimeout(() => {
      planejada = false;
      flush();
    }, ms).unref();
  }

  function add(texto: string, linhas: number, conta = 0): void {
    const bytes = Buffer.from(texto);
    guardado += bytes.length;
    fila.push({ bytes, linhas, conta });
  }

  function drop(linhas: number): void {
    perdidas += linhas;
    caladas += linhas;
    plan(DE_NOVO_MS);
  }

  function dropAll(): void {
    const linhas = fila.reduce((soma, pedaco) => soma + pedaco.linhas, 0);
    fila = [];
    guardado = 0;
    drop(linhas);
  }

  /** Writes as much of a piece as possible. @throws the system's error */
  function push(pedaco: Piece): void {
    while (pedaco.bytes.length > 0) {
      const escrito = writeSync(fd, pedaco.bytes);
      guardado -= escrito;
      pedaco.bytes = pedaco.bytes.subarray(escrito);
      rasgada = pedaco.bytes.length > 0;
    }
    caladas -= pedaco.conta;
    fila.shift();
  }

  /** The next piece; after the last one, our own report of dropped lines. */
  function next(): Piece | undefined {
    if (fila.length === 0 && caladas > 0) {
      add(`${rasgada ? '\n' : ''}${wordOf(caladas)}`, 0, caladas);
    }
    return fila[0];
  }

  function flush(): void {
    try {
      for (let pedaco = next(); pedaco; pedaco = next()) push(pedaco);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') plan(LENTO_MS);
      else dropAll();
    }
  }

  return {
    write(linhas) {
      const quantas = linhas.split('\n').length - 1;
      // Our own report of dropped lines goes first.
      if (fila.length === 0) flush();
      if (caladas > 0 && fila.length === 0) drop(quantas);
      else if (guardado + linhas.length > GUARDADO_MAXIMO) drop(quantas);
      else {
        add(linhas, quantas);
        flush();
      }
    },
    flush,
    dropped: () => perdidas,
  };
}
