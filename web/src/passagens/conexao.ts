import { isApiError, request } from '../lib/http.ts';
import { logFailure } from '../lib/log.ts';
import { createSseReader, type Mensagem } from './sse.ts';

type Ouvinte = {
  /** Connected, and whether what was missed comes along (resumed) or must be fetched. */
  onOpen: (resumed: boolean) => void;
  onMessage: (mensagem: Mensagem) => void;
  /** Anything at all arrived, a heartbeat included. */
  onSign: () => void;
  onLost: () => void;
};

const RETRY = 2_000;
const LONGEST_WAIT = 10_000;
/** The server comments every 15 s: this long without a byte, and the line is dead. */
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

/** Reads one connection to its end; resolves when the server closes it. */
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

/** Keeps one stream open until `signal`: resumes where it stopped, waits longer each time. */
export async function followStream(ouvinte: Ouvinte, signal: AbortSignal): Promise<void> {
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
      // Signed out: the guard takes over, nobody is left to reconnect for.
      if (isApiError(error) && error.status === 401) return;
    }
    if (signal.aborted) return;
    ouvinte.onLost();
    await pause(Math.min(retry * 2 ** failures, LONGEST_WAIT), signal);
    failures += 1;
  }
}
