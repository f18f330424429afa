import { request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { TestApp } from '../../server/test/app.ts';
import type { Method } from '../src/lib/wire/http.ts';

const ORIGIN = 'http://localhost';

/** Requests to this machine use Node's fetch: the browser's writes each failure to the console. */
export const askOutside: typeof fetch = (url, init = {}) =>
  new Promise((resolve, reject) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    const pedido = request(String(url), { method: init.method ?? 'GET', headers }, (reply) => {
      const { statusCode: status = 0, headers: given } = reply;
      const type = given['content-type'] ?? '';
      text(reply).then(
        (body) => resolve(new Response(body, { status, headers: { 'content-type': type } })),
        reject,
      );
    });
    pedido.on('error', reject);
    pedido.end();
  });

/** The browser's part of a cookie: the server's cookies, sent back with every request. */
function createJar() {
  const cookies = new Map<string, string>();
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    take(lines: readonly string[]) {
      for (const line of lines) {
        const [pair = '', ...attributes] = line.split(';');
        const name = pair.slice(0, pair.indexOf('='));
        const gone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
        if (gone) cookies.delete(name);
        else cookies.set(name, pair.slice(name.length + 1));
      }
    },
    clear: () => cookies.clear(),
  };
}

/** A file is read as bytes, everything else as text. */
async function payloadOf(body: unknown): Promise<Buffer | string | undefined> {
  if (body instanceof Blob) return Buffer.from(await body.arrayBuffer());
  return typeof body === 'string' ? body : undefined;
}

export type Wire = {
  fetch: typeof fetch;
  /** 'GET /db/veiculos', … in the order of sending. */
  calls: string[];
  /** Answers these calls instead of the server, until `restore`. */
  answer: (call: string, reply: () => Response | Promise<Response>) => void;
  restore: () => void;
  forgetCookies: () => void;
};

/** A `fetch` that calls the application in this process, cookies included. */
export function createWire(server: TestApp): Wire {
  const jar = createJar();
  const calls: string[] = [];
  const answers = new Map<string, () => Response | Promise<Response>>();

  const ask: typeof fetch = async (input, init = {}) => {
    const url = String(input);
    if (url.startsWith('http://127.0.0.1:')) return askOutside(url, init);
    const method = init.method ?? 'GET';
    const call = `${method} ${url}`;
    calls.push(call);
    const prepared = answers.get(call) ?? answers.get(call.replace(/\?.*/, ''));
    if (prepared) return prepared();

    const headers = Object.fromEntries(new Headers(init.headers));
    const streams = headers.accept === 'text/event-stream';
    const reply = await server.app.inject({
      method: method as Method,
      url,
      headers: {
        ...headers,
        host: 'localhost',
        origin: ORIGIN,
        'sec-fetch-site': 'same-origin',
        cookie: jar.header(),
      },
      payload: await payloadOf(init.body),
      payloadAsStream: streams,
    });
    jar.take([reply.headers['set-cookie'] ?? []].flat());
    const given = new Headers();
    for (const [name, value] of Object.entries(reply.headers)) {
      if (name !== 'set-cookie') given.set(name, String(value));
    }
    const body = streams
      ? (Readable.toWeb(reply.stream()) as ReadableStream)
      : reply.statusCode === 204
        ? null
        : reply.body;
    return new Response(body, { status: reply.statusCode, headers: given });
  };

  return {
    fetch: ask,
    calls,
    answer: (call, reply) => answers.set(call, reply),
    restore: () => answers.clear(),
    forgetCookies: jar.clear,
  };
}
