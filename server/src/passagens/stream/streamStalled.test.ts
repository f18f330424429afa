/** A client of the live stream that never reads, and whose session ends meanwhile. */
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { until } from '../../../test/espera.ts';

const CAMINHO = '/db/ultimosveiculos/eventos';
/** Far below the limit of unread bytes. */
const PEDACO = 'x'.repeat(16_000);

let teste: TestApp;
const respostas: ServerResponse[] = [];
const erros: unknown[] = [];
const note = (erro: unknown) => erros.push(erro);
beforeAll(async () => {
  teste = await buildTestApp({
    dubles: {
      beforeRoutes: (app) =>
        app.addHook('onRequest', async (request, { raw }) => {
          if (request.url === CAMINHO) respostas.push(raw);
        }),
    },
  });
  await teste.app.listen({ port: 0, host: '127.0.0.1' });
  process.on('uncaughtExceptionMonitor', note);
});
afterAll(async () => {
  process.off('uncaughtExceptionMonitor', note);
  await teste.close();
});

const portOf = () => (teste.app.server.address() as AddressInfo).port;

async function signIn(): Promise<string> {
  const { email, password } = CONTA;
  const payload = { email, password };
  const url = '/api/auth/sign-in/email';
  const resposta = await teste.request({ method: 'POST', url, payload, as: null });
  return resposta.json<{ token: string }>().token;
}

/** Opens the stream and reads nothing of it. */
function openStalled(token: string): Socket {
  const socket = connect(portOf(), '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(
    `GET ${CAMINHO} HTTP/1.1\r\nHost: 127.0.0.1:${portOf()}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  return socket;
}

/** Fills what the kernel buffers for the connection, however much that is on this machine. */
async function fill(resposta: ServerResponse): Promise<void> {
  const isFull = async () => {
    await setTimeout(20);
    return resposta.writableLength > 0;
  };
  while (!(await isFull())) {
    while (resposta.writableLength === 0) {
      resposta.write(PEDACO);
      await setImmediate();
    }
  }
}

let placa = 0;
async function passCar(): Promise<void> {
  placa += 1;
  const payload = { placa: `AAA${String(placa).padStart(4, '0')}` };
  await teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload });
}

it('a client that reads nothing gets no more writes after its session has ended', async () => {
  const token = await signIn();
  const socket = openStalled(token);
  await until(() => expect(respostas.at(-1)?.headersSent).toBe(true));
  const resposta = respostas.at(-1) as ServerResponse;
  await fill(resposta);

  const saida = { method: 'POST', url: '/api/auth/sign-out', as: token } as const;
  await teste.request(saida);
  expect(resposta.writableEnded).toBe(true);
  expect(resposta.writableFinished).toBe(false);
  for (let i = 0; i < 3; i += 1) await passCar();
  await setTimeout(60);
  expect(erros).toEqual([]);
  // It has bytes that are never read: the server closes it by itself.
  await until(() => expect(resposta.destroyed).toBe(true));
  socket.destroy();
});
