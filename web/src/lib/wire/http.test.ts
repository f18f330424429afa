// @vitest-environment happy-dom

import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { until } from '../../../../server/test/espera.ts';
import * as sessions from '../session/session.ts';
import { connected } from './connection.ts';
import { api } from './http.ts';

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

const fetcher = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const bearerOf = (call: number) =>
  new Headers(fetcher.mock.calls[call]?.[1].headers).get('authorization');

let tokenAfterRenewal: string | null;
const person = {
  id: '1',
  email: 'ana@u.br',
  name: 'Ana',
  picture: null,
  admin: false,
  lembrete: null,
};
const sessao = { expiraEm: '2026-11-21T12:00:00.000Z', terminaEm: '2026-11-28T00:00:00.000Z' };
let tell: Parameters<sessions.SessionSource['onAuthStateChanged']>[0];

beforeEach(async () => {
  fetcher.mockReset();
  vi.stubGlobal('fetch', fetcher);
  localStorage.clear();
  tokenAfterRenewal = 'fresh';
  await sessions.startSession({
    onAuthStateChanged(listener) {
      tell = listener;
      return () => {};
    },
    renewAcesso: async () =>
      tokenAfterRenewal ? { token: tokenAfterRenewal, user: person, sessao } : null,
    async signOut() {},
  });
  tell({ token: 'stale', user: person, sessao });
});

test('a request is not sent in the task that asks for it', async () => {
  fetcher.mockImplementation(async () => json({}));
  const both = [api('GET', '/a'), api('GET', '/b')];
  const sent: number[] = [];
  while (sent.at(-1) !== 2) {
    sent.push(fetcher.mock.calls.length);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(sent[0]).toBe(0);
  await Promise.all(both);
});

test('sends the bearer, the query without its empty values, and the body as JSON', async () => {
  fetcher.mockResolvedValue(json({ ok: true }, 201, { etag: '"1"' }));
  const { data, headers } = await api('POST', '/db/veiculos', {
    query: { q: 'ação & cia', limite: 25, ordem: '', apos: undefined },
    body: { placa: 'ABC1234' },
    idempotencyKey: 'k1',
  });
  expect(data).toEqual({ ok: true });
  expect(headers.get('etag')).toBe('"1"');
  const [url, init] = fetcher.mock.calls[0] ?? [];
  expect(url).toBe('/db/veiculos?q=a%C3%A7%C3%A3o+%26+cia&limite=25');
  expect(init?.body).toBe('{"placa":"ABC1234"}');
  const sent = new Headers(init?.headers);
  expect(sent.get('authorization')).toBe('Bearer stale');
  expect(sent.get('idempotency-key')).toBe('k1');
});

test('204 has no data', async () => {
  fetcher.mockResolvedValue(new Response(null, { status: 204 }));
  expect((await api('DELETE', '/db/veiculos/ABC1234')).data).toBeUndefined();
});

test('an answer that does not fit the schema is refused', async () => {
  const schema = z.object({ veiculos: z.int() });
  fetcher.mockResolvedValueOnce(json({ veiculos: 'x' }));
  await expect(api('GET', '/api/painel', { schema })).rejects.toMatchObject({
    mensagem: 'Dados inválidos recebidos da API.',
  });
  fetcher.mockResolvedValueOnce(new Response('<html>'));
  await expect(api('GET', '/api/painel', { schema })).rejects.toMatchObject({
    codigo: 'resposta-invalida',
  });
});

test('without a network the status is 0, and the page stores that the connection is lost', async () => {
  fetcher.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(api('GET', '/api/painel')).rejects.toMatchObject({
    status: 0,
    mensagem: 'Sem conexão com o servidor. Tente novamente.',
  });
  expect(connected.get()).toBe(false);
  fetcher.mockResolvedValueOnce(json({}));
  await api('GET', '/api/painel');
  expect(connected.get()).toBe(true);
});

test('a request that the caller aborts is not a lost connection', async () => {
  const controller = new AbortController();
  controller.abort();
  fetcher.mockRejectedValueOnce(new DOMException('gave up', 'AbortError'));
  await expect(api('GET', '/x', { signal: controller.signal })).rejects.toThrow('gave up');
  expect(connected.get()).toBe(true);
});

test('a 401 renews the token once for all calls and repeats them', async () => {
  const renew = vi.spyOn(sessions.session, 'set');
  fetcher.mockImplementation(async (_url, init) => {
    if (new Headers(init.headers).get('authorization') === 'Bearer fresh') return json([]);
    // Both were sent with the old token before the first of the answers.
    await until(() => expect(fetcher.mock.calls.length).toBeGreaterThan(1));
    return json({}, 401);
  });
  await Promise.all([api('GET', '/db/veiculos'), api('GET', '/db/proprietarios')]);
  expect(fetcher).toHaveBeenCalledTimes(4);
  expect(renew).toHaveBeenCalledOnce();
  renew.mockRestore();
});

test('an ended session asks for the password in place and repeats the request', async () => {
  tokenAfterRenewal = null;
  fetcher.mockResolvedValueOnce(json({}, 401));
  fetcher.mockResolvedValueOnce(json({ ok: 1 }));
  const answer = api('PUT', '/db/veiculos/ABC1234', { body: {} });
  await until(() => expect(sessions.signInPrompt.get()).not.toBeNull());
  expect(fetcher).toHaveBeenCalledOnce();
  tell({ token: 'again', user: person, sessao });
  sessions.signInPrompt.get()?.answer(true);
  expect((await answer).data).toEqual({ ok: 1 });
  expect(bearerOf(1)).toBe('Bearer again');
});

test('a cancelled sign-in leaves the 401 as the answer and signs out', async () => {
  tokenAfterRenewal = null;
  fetcher.mockResolvedValue(json({ mensagem: 'Entre para continuar.' }, 401));
  const answer = api('GET', '/db/veiculos');
  await until(() => expect(sessions.signInPrompt.get()).not.toBeNull());
  sessions.signInPrompt.get()?.answer(false);
  await expect(answer).rejects.toMatchObject({ status: 401 });
  expect(sessions.session.get().status).toBe('signedOut');
});

test('after a sign-out in another tab during a request the 401 is the answer', async () => {
  let arrive: (response: Response) => void = () => {};
  fetcher.mockReturnValueOnce(
    new Promise((resolve) => {
      arrive = resolve;
    }),
  );
  const answer = api('GET', '/db/veiculos');
  localStorage.removeItem('unipark.user');
  window.dispatchEvent(new StorageEvent('storage', { key: 'unipark.user' }));
  arrive(json({ mensagem: 'Entre para continuar.' }, 401));
  await expect(answer).rejects.toMatchObject({ status: 401 });
  expect(fetcher).toHaveBeenCalledOnce();
  expect(sessions.signInPrompt.get()).toBeNull();
});

test('a public call has no bearer, and its 401 is an ordinary answer', async () => {
  fetcher.mockResolvedValueOnce(json({ mensagem: 'Credenciais inválidas.' }, 401));
  await expect(
    api('POST', '/api/auth/sign-in/email', { body: {}, anonymous: true }),
  ).rejects.toMatchObject({ status: 401, mensagem: 'Credenciais inválidas.' });
  expect(bearerOf(0)).toBeNull();
  expect(fetcher).toHaveBeenCalledOnce();
});
