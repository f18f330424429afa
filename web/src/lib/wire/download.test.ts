import { afterEach, expect, test, vi } from 'vitest';
import { fetchFile } from './download.ts';

afterEach(() => vi.unstubAllGlobals());

/** Answers with these pieces; `end` closes the body or breaks it. */
const answer = (end: (body: ReadableStreamDefaultController) => void) =>
  vi.stubGlobal('fetch', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array([1, 2]));
        controller.enqueue(new Uint8Array([3]));
      },
      pull: end,
    });
    const headers = {
      'content-disposition': 'attachment; filename="veiculos-2026-11-23.csv"',
      'content-type': 'text/csv',
      'x-total-count': '10000',
      'x-total-count-mais': '1',
    };
    return new Response(body, { headers });
  });

const fetchOne = (onProgress: (progress: unknown) => void = () => undefined) =>
  fetchFile('/arquivo', { query: {}, signal: new AbortController().signal, onProgress });

test('a file arrives whole with its name, and tells how much has come', async () => {
  answer((body) => body.close());
  const progress = vi.fn();
  const file = await fetchOne(progress);
  expect([file.name, file.size]).toEqual(['veiculos-2026-11-23.csv', 3]);
  expect(progress.mock.calls).toEqual([
    [{ bytes: 2, linhas: 10_000, mais: true }],
    [{ bytes: 3, linhas: 10_000, mais: true }],
  ]);
});

test('a connection that breaks midway gives no file', async () => {
  answer((body) => body.error(new TypeError('network error')));
  await expect(fetchOne()).rejects.toThrow('O arquivo não chegou inteiro. Tente novamente.');
});
