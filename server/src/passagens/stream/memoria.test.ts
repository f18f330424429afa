/** Cars that the disk refuses: another program locks the database while they pass. */
import { join } from 'node:path';
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';

/** A plate for each test: an alarm silences the next one of its car for five minutes. */
const PROIBIDAS = [
  'ABC1D23',
  'DEF4E56',
  'GHJ7F89',
  'KLM1G23',
  'PQR4H56',
  'STU5J67',
  'VWX6K78',
  'YZA7L89',
] as const;
let teste: TestApp;
let tokens: string[];
let outro: Database.Database;

beforeAll(async () => {
  teste = await buildTestApp();
  outro = new Database(join(teste.dataDir, 'unipark.db'));
  tokens = [];
  // Three, because one may send only a limited number of readings at once.
  for (const nome of ['Um', 'Dois', 'Três']) {
    const payload = { nome, dialeto: 'unipark' };
    const feito = await teste.request({ method: 'POST', url: '/api/dispositivos', payload });
    tokens.push(feito.json<{ token: string }>().token);
  }
  for (const placa of PROIBIDAS) {
    const carro = { placa, status: 'PROIBIDO' };
    await teste.request({ method: 'POST', url: '/db/veiculos', payload: carro });
  }
});
afterAll(async () => {
  outro.close();
  await teste.close();
});

const read = (placa: string, camera: string, token = tokens[0]) =>
  teste.request({
    method: 'POST',
    url: '/api/leituras/unipark',
    payload: { placa, camera },
    as: token ?? null,
  });
const cards = async (url: string): Promise<UltimoVeiculo[]> =>
  (await teste.request({ method: 'GET', url })).json();
const listAbertos = () => cards('/api/alertas');
const acknowledge = (id: string) =>
  teste.request({ method: 'POST', url: `/api/passagens/${id}/ciente` });

async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  outro.exec('begin immediate');
  try {
    return await work();
  } finally {
    outro.exec('rollback');
  }
}

const inicio = Date.now();
afterEach(() => {
  vi.useRealTimers();
});
beforeEach(async () => {
  for (const { id } of await listAbertos()) {
    await teste.request({ method: 'POST', url: `/api/passagens/${id}/ciente` });
  }
  for (const tabela of ['leituras', 'passagens'] as const) {
    await teste.db.deleteFrom(tabela).execute();
  }
});

it('an open alarm survives a hundred other cars', async () => {
  const placas = Array.from(
    { length: 120 },
    (_, i) => `QQQ${i % 10}A${String(i).slice(-2).padStart(2, '0')}`,
  );
  await whileLocked(async () => {
    await read(PROIBIDAS[0], 'Fila');
    await Promise.all(placas.map((placa, i) => read(placa, `Fila ${i}`, tokens[i % 3])));
  });
  expect(await listAbertos()).toMatchObject([{ placa: PROIBIDAS[0], gravada: false }]);
  expect((await cards('/db/ultimosveiculos?limite=100')).length).toBe(100);
  await read('KKK1A11', 'Fila');
});

it('a test reading of a forbidden car is shown as one, and raises no alarm', async () => {
  await whileLocked(() =>
    teste.request({
      method: 'POST',
      url: '/api/leituras/unipark',
      payload: { placa: PROIBIDAS[0], camera: 'Prova', teste: true },
      as: tokens[0] ?? null,
    }),
  );
  expect(await listAbertos()).toEqual([]);
  expect(await cards('/db/ultimosveiculos')).toMatchObject([
    { placa: PROIBIDAS[0], teste: true, gravada: false, alerta: null },
  ]);
});

it('readings of one car that are refused together are one card', async () => {
  await whileLocked(() =>
    Promise.all(Array.from({ length: 6 }, () => read(PROIBIDAS[1], 'Juntas'))),
  );
  expect((await listAbertos()).map(({ placa }) => placa)).toEqual([PROIBIDAS[1]]);
});

it('a car whose device repeats it every forty seconds is one card', async () => {
  for (const segundos of [0, 40, 80]) {
    vi.useFakeTimers({ toFake: ['Date'], now: inicio + segundos * 1_000 });
    await whileLocked(() => read(PROIBIDAS[6], 'Repetida'));
  }
  const naoGravadas = (await cards('/db/ultimosveiculos?limite=100')).filter(
    ({ placa }) => placa === PROIBIDAS[6],
  );
  expect(naoGravadas).toHaveLength(1);
});

it('a repeated car keeps its alarm after the disk works again', async () => {
  await whileLocked(() => read(PROIBIDAS[2], 'Volta'));
  const [antes] = await listAbertos();
  const guardada = await read(PROIBIDAS[2], 'Volta');
  expect(guardada.statusCode).toBe(201);
  const depois = await listAbertos();
  expect(depois).toMatchObject([{ placa: PROIBIDAS[2], alerta: { tipo: 'proibido' } }]);
  expect(depois[0]?.id).not.toBe(antes?.id);
  expect(depois[0]).not.toHaveProperty('gravada');
});

it('a car whose alarm was answered in memory raises none when it is repeated', async () => {
  await whileLocked(() => read(PROIBIDAS[3], 'Ciente'));
  const [aberto] = await listAbertos();
  if (aberto) expect((await acknowledge(aberto.id)).statusCode).toBe(204);
  // Another car is stored first.
  await read('KKK1A11', 'Ciente');
  await read(PROIBIDAS[3], 'Ciente');
  expect(await listAbertos()).toEqual([]);
  const [mostrada] = await cards('/db/ultimosveiculos');
  expect(mostrada).toMatchObject({
    placa: PROIBIDAS[3],
    alerta: { ciente: { nome: expect.any(String) } },
  });
});

it('two simultaneous answers to an alarm in memory are one answer and one audit row', async () => {
  await whileLocked(() => read(PROIBIDAS[7], 'Juntas'));
  const [aberto] = await listAbertos();
  const id = aberto?.id ?? '';
  const respostas = await Promise.all([acknowledge(id), acknowledge(id)]);
  expect(respostas.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
  const atos = await teste.db
    .selectFrom('auditoria')
    .select('acao')
    .where('entidade', '=', 'passagem')
    .where('chave', '=', id)
    .execute();
  expect(atos).toEqual([{ acao: 'ciente' }]);
});

it('an alarm in memory silences the same car at another camera, and the passage says why', async () => {
  await whileLocked(() => read(PROIBIDAS[4], 'Entrada'));
  const { id } = (await read(PROIBIDAS[4], 'Pátio')).json<{ id: string }>();
  expect((await listAbertos()).map(({ gravada }) => gravada)).toEqual([false]);
  const passagem = await teste.request({ method: 'GET', url: `/api/passagens/${id}` });
  expect(passagem.body).toContain('Sem alerta: mesmo alerta há');
});

it('an act on a car that is not stored is 404 with the reason, while the database is locked', async () => {
  const respostas = await whileLocked(() =>
    Promise.all([
      teste.request({ method: 'DELETE', url: '/db/ultimosveiculos/-999' }),
      teste.request({
        method: 'PATCH',
        url: '/api/passagens/-999',
        payload: { placa: 'ABC1D24' },
        headers: { 'if-match': '"1"' },
      }),
      acknowledge('-999'),
    ]),
  );
  for (const resposta of respostas) {
    expect(resposta.statusCode).toBe(404);
    expect(resposta.body).toContain('Esta passagem ainda não foi gravada');
  }
});

it('a page that lost the stream while an unstored car passed reloads its list', async () => {
  const origem = await teste.app.listen({ port: 0, host: '127.0.0.1' });
  const listen = async (depois: string, until: string): Promise<string> => {
    const resposta = await fetch(`${origem}/db/ultimosveiculos/eventos`, {
      headers: { authorization: `Bearer ${teste.token}`, 'last-event-id': depois },
      signal: AbortSignal.timeout(5_000),
    });
    let texto = '';
    const leitor = resposta.body!.pipeThrough(new TextDecoderStream()).getReader();
    while (!texto.includes(until)) texto += (await leitor.read()).value ?? '';
    await leitor.cancel();
    return texto;
  };
  const { id } = await teste.db
    .selectFrom('eventos')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  const perdida = String(id);
  const ouvido = listen(perdida, 'event: passagem\n');
  await whileLocked(() => read(PROIBIDAS[5], 'Rua'));
  const numero = /id: (\S+)/.exec(await ouvido)?.[1] ?? '';
  expect(await listen(perdida, 'event:')).toContain('event: recarregar');
  expect(await listen(numero, 'event:')).toContain('event: recarregar');
});
