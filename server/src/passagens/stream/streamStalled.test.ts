/** A client of the live stream that never reads, and whose session ends meanwhile. */
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { until } from '../../../test/espera.ts';

const CAMINHO = '/db/ultimosveiculos/eventos';
/** The size of one event: several of them are below the limit of unread bytes. */
const GRANDE = 20_000;
/** Events sent at once: less than the kernel buffers for a connection on this machine. */
const DE_UMA_VEZ = 100;

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

let placa = 0;
/** Sends events of this size to every stream, beside the one of a passage. */
async function tell(bytes: number, vezes = 1): Promise<void> {
  const dados = JSON.stringify('x'.repeat(bytes));
  const evento = { tipo: 'teste', dados, criado_em: new Date().toISOString() };
  await teste.db.insertInto('eventos').values(Array(vezes).fill(evento)).execute();
  placa += 1;
  const payload = { placa: `AAA${String(placa).padStart(4, '0')}` };
  await teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload });
}

it('a client that reads nothing gets no more writes after its session has ended', async () => {
  const token = await signIn();
  const socket = openStalled(token);
  await until(() => expect(respostas.at(-1)?.headersSent).toBe(true));
  const resposta = respostas.at(-1) as ServerResponse;
  await tell(GRANDE, DE_UMA_VEZ);
  for (let i = 0; i < 1_000 && resposta.writableLength === 0; i += 1) await tell(GRANDE);
  expect(resposta.writableLength).toBeGreaterThan(0);

  const saida = { method: 'POST', url: '/api/auth/sign-out', as: token } as const;
  await teste.request(saida);
  expect(resposta.writableEnded).toBe(true);
  expect(resposta.writableFinished).toBe(false);
  for (let i = 0; i < 3; i += 1) await tell(10);
  await new Promise((pronto) => setTimeout(pronto, 60));
  expect(erros).toEqual([]);
  // It has bytes that are never read: the server closes it by itself.
  await until(() => expect(resposta.destroyed).toBe(true));
  socket.destroy();
}, 30_000);
