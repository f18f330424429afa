/** One event of a stream (WHATWG HTML §9.2). */
export type SseEvent = { id: string; tipo: string; dados: string };

type SseListener = {
  onMessage: (mensagem: SseEvent) => void;
  /** The retry time of the server in ms. */
  onRetry?: (milliseconds: number) => void;
};

/** Reads events from text in pieces of any size: `EventSource` cannot send the bearer header. */
export function createSseReader({ onMessage, onRetry }: SseListener): (piece: string) => void {
  let rest = '';
  let id = '';
  let tipo = '';
  let dados: string[] = [];

  const dispatch = () => {
    if (dados.length > 0) onMessage({ id, tipo: tipo || 'message', dados: dados.join('\n') });
    tipo = '';
    dados = [];
  };

  const readLine = (line: string) => {
    if (line === '') return dispatch();
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') dados.push(value);
    else if (field === 'event') tipo = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) onRetry?.(Number(value));
  };

  return (piece) => {
    rest += piece;
    // A piece may end between CR and LF: the last CR waits for the next piece.
    const ready = rest.endsWith('\r') ? rest.slice(0, -1) : rest;
    const lines = ready.split(/\r\n|\r|\n/);
    const unfinished = lines.pop() ?? '';
    rest = unfinished + rest.slice(ready.length);
    for (const line of lines) readLine(line);
  };
}
