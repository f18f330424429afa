/** A reader of a node's live stream. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '../server/test/processo.ts';

export interface EventReader {
  /** When the text of an event first arrived; undefined after two seconds. */
  waitFor(texto: string): Promise<number | undefined>;
  /** All that has come. */
  text(): string;
  ended: Promise<void>;
  close(): void;
}

/** Reads the live stream of a node. */
export async function readEvents(
  { url }: Pick<ServerProcess, 'url'>,
  token: string,
): Promise<EventReader> {
  const fim = new AbortController();
  const resposta = await fetch(`${url}/db/ultimosveiculos/eventos`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
    signal: fim.signal,
  });
  /** All that came, and how much of it had come when: an event may come in two parts. */
  let lido = '';
  const chegadas: { ate: number; quando: number }[] = [];
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const parte of resposta.body ?? []) {
      lido += decoder.decode(parte as Uint8Array, { stream: true });
      chegadas.push({ ate: lido.length, quando: performance.now() });
    }
  })().catch(() => undefined);
  return {
    async waitFor(texto) {
      for (const prazo = performance.now() + 2_000; performance.now() < prazo; await sleep(1)) {
        const fim = lido.indexOf(texto) + texto.length;
        if (fim >= texto.length) return chegadas.find(({ ate }) => ate >= fim)?.quando;
      }
      return undefined;
    },
    text: () => lido,
    ended,
    close: () => fim.abort(),
  };
}
