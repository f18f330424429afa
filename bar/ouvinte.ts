/** A page that follows the live stream, and goes to another node when its own is gone. */
import { setTimeout as sleep } from 'node:timers/promises';

export interface HeardEvent {
  id: string;
  tipo: string;
  dados: string;
}

export interface StreamFollower {
  eventos: HeardEvent[];
  /** How often a stream was opened again. */
  retornos: number;
  /** The longest time without a stream, in ms. */
  ausencia: number;
  close(): void;
}

function parseEvent(quadro: string): HeardEvent | undefined {
  const read = (campo: string) => new RegExp(`^${campo}: (.*)$`, 'm').exec(quadro)?.[1] ?? '';
  return read('event') === ''
    ? undefined
    : { id: read('id'), tipo: read('event'), dados: read('data') };
}

/** Follows the stream of the first of `urls` that answers; resumes with the Last-Event-ID. */
export async function followStream(urls: string[], token: string): Promise<StreamFollower> {
  const fim = new AbortController();
  const eventos: HeardEvent[] = [];
  const aberto = Promise.withResolvers<void>();
  let desde = performance.now();
  let aberturas = 0;
  const seguidor: StreamFollower = {
    eventos,
    get retornos() {
      return aberturas - 1;
    },
    ausencia: 0,
    close: () => fim.abort(),
  };

  async function read(url: string): Promise<void> {
    const ultimo = eventos.at(-1)?.id;
    const resposta = await fetch(`${url}/db/ultimosveiculos/eventos`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(ultimo !== undefined && { 'last-event-id': ultimo }),
      },
      signal: fim.signal,
    });
    if (resposta.status !== 200) return void (await resposta.body?.cancel());
    seguidor.ausencia = Math.max(seguidor.ausencia, performance.now() - desde);
    aberturas += 1;
    aberto.resolve();
    const decoder = new TextDecoder();
    let resto = '';
    try {
      for await (const parte of resposta.body ?? []) {
        const quadros = (resto + decoder.decode(parte as Uint8Array, { stream: true })).split(
          '\n\n',
        );
        resto = quadros.pop() ?? '';
        eventos.push(...quadros.map(parseEvent).filter((cada) => cada !== undefined));
      }
    } finally {
      desde = performance.now();
    }
  }

  void (async () => {
    for (let vez = 0; !fim.signal.aborted; vez += 1) {
      await read(urls[vez % urls.length] as string).catch(() => undefined);
      await sleep(100, undefined, { signal: fim.signal }).catch(() => undefined);
    }
  })();
  await aberto.promise;
  return seguidor;
}
