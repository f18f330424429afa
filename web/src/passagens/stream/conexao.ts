import { isApiError, request } from '../../lib/wire/http.ts';
import { logFailure } from '../../lib/wire/log.ts';
import { createSseReader, type SseEvent } from './sse.ts';

type ConexaoListener = {
  /** Connected. `resumed` is false when missed events have to be loaded. */
  onOpen: (resumed: boolean) => void;
  onMessage: (mensagem: SseEvent) => void;
  /** Any bytes arrived, a heartbeat included. */
  onSign: () => void;
  onLost: () => void;
};

const RETRY = 2_000;
const LONGEST_WAIT = 10_000;
/** The server sends a comment every 15 s: without a byte for this time the connection is dead. */
export const SILENCE = 40_000;

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });

/** Reads one connection; resolves when the server closes it. */
async function listen(
  lastId: string,
  signal: AbortSignal,
  onOpen: () => void,
  onPiece: (text: string) => void,
): Promise<void> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE);
  };
  alive();
  try {
    const response = await request('GET', '/db/ultimosveiculos/eventos', {
      headers: { accept: 'text/event-stream', ...(lastId && { 'last-event-id': lastId }) },
      signal: AbortSignal.any([signal, silence.signal]),
      timeout: null,
    });
    onOpen();
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      alive();
      onPiece(piece.value);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Keeps a stream open until `signal` aborts: resumes after the last event, waits longer each time. */
export async function followStream(ouvinte: ConexaoListener, signal: AbortSignal): Promise<void> {
  let lastId = '';
  let retry = RETRY;
  let failures = 0;
  while (!signal.aborted) {
    const read = createSseReader({
      onMessage: (mensagem) => {
        lastId = mensagem.id;
        ouvinte.onMessage(mensagem);
      },
      onRetry: (milliseconds) => {
        retry = Math.min(milliseconds, LONGEST_WAIT);
      },
    });
    try {
      await listen(
        lastId,
        signal,
        () => {
          failures = 0;
          ouvinte.onOpen(lastId !== '');
        },
        (text) => {
          ouvinte.onSign();
          read(text);
        },
      );
    } catch (error) {
      if (signal.aborted) return;
      logFailure('live stream', error);
      // Signed out: the guard shows the login.
      if (isApiError(error) && error.status === 401) return;
    }
    if (signal.aborted) return;
    ouvinte.onLost();
    await pause(Math.min(retry * 2 ** failures, LONGEST_WAIT), signal);
    failures += 1;
  }
}
