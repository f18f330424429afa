import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSseReader, type SseEvent } from './sse.ts';

function read(...pieces: string[]) {
  const messages: SseEvent[] = [];
  const retries: number[] = [];
  const feed = createSseReader({
    onMessage: (message) => messages.push(message),
    onRetry: (retry) => retries.push(retry),
  });
  for (const piece of pieces) feed(piece);
  return { messages, retries };
}

const STREAM =
  'retry: 2000\n\n: \n\nid: 41\nevent: passagem\ndata: {"placa":"RIO2A18",\ndata: "modelo":"CRETA"}\n\n' +
  'id: 42\r\nevent: recarregar\r\ndata: {}\r\n\r\n' +
  'event: passagem-removida\ndata:{"id":"7"}\n\n';

const WHOLE = {
  messages: [
    { id: '41', tipo: 'passagem', dados: '{"placa":"RIO2A18",\n"modelo":"CRETA"}' },
    { id: '42', tipo: 'recarregar', dados: '{}' },
    // Without an id of its own: the last one stays.
    { id: '42', tipo: 'passagem-removida', dados: '{"id":"7"}' },
  ],
  retries: [2000],
};

describe('createSseReader', () => {
  it('reads events with their lines joined, and the retry time', () => {
    expect(read(STREAM)).toEqual(WHOLE);
  });

  it('reads the same in pieces of any size', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(STREAM.length), { maxLength: 30 }), (cuts) => {
        const marks = [0, ...cuts.sort((a, b) => a - b), STREAM.length];
        const pieces = marks.slice(1).map((end, i) => STREAM.slice(marks[i], end));
        expect(read(...pieces)).toEqual(WHOLE);
      }),
    );
  });

  it('ignores comments, events without data, and an unfinished event', () => {
    const { messages } = read(': heartbeat\n\n', 'event: passagem\n\n', 'id: 9\ndata: {}\n');
    expect(messages).toEqual([]);
  });

  it('calls an event without a name message', () => {
    expect(read('data: oi\n\n').messages).toEqual([{ id: '', tipo: 'message', dados: 'oi' }]);
  });
});
