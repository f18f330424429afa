import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { changesOf } from '../../test/mudancas.ts';
import { plansOf } from '../../test/planos.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { EventLog } from './events.ts';
import { keepHouse } from './housekeeping.ts';
import { pruneAnswers } from './idempotency.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());
afterEach(() => {
  vi.useRealTimers();
});

it('does every job at once and each hour; one that fails is logged and hinders no other', async () => {
  vi.useFakeTimers();
  const log = { error: vi.fn() };
  const jobs = {
    falha: vi.fn().mockRejectedValue(new Error('cheio')),
    faz: vi.fn().mockResolvedValue(undefined),
  };
  const stop = await keepHouse(jobs, log);
  expect([jobs.falha, jobs.faz].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  expect(log.error).toHaveBeenCalledWith({ err: new Error('cheio'), job: 'falha' }, 'housekeeping');
  await vi.advanceTimersByTimeAsync(2 * 3_600_000);
  expect([jobs.falha, jobs.faz].map(({ mock }) => mock.calls.length)).toEqual([3, 3]);
  await stop();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(jobs.faz).toHaveBeenCalledTimes(3);
});

it('waits, when stopped, for the job under way', async () => {
  vi.useFakeTimers();
  let acabou = false;
  const lenta = vi.fn().mockResolvedValueOnce(undefined);
  lenta.mockImplementation(async () => {
    await new Promise((pronto) => setTimeout(pronto, 1_000));
    acabou = true;
  });
  const stop = await keepHouse({ lenta }, { error: vi.fn() });
  await vi.advanceTimersByTimeAsync(3_600_000);
  const parada = stop();
  expect(acabou).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  await parada;
  expect(acabou).toBe(true);
});

it('a server that starts forgets sessions, answers and events that are past their time', async () => {
  const antigo = '2020-01-01T00:00:00.000Z';
  const { db, dataDir } = teste;
  await db.updateTable('session').set({ expiresAt: antigo }).execute();
  await db
    .insertInto('idempotencia')
    .values({
      autor: 'a',
      rota: 'r',
      chave: 'c',
      corpo_hash: '',
      status: 201,
      resposta: '{}',
      criado_em: antigo,
    })
    .execute();
  for (const dados of ['1', '2']) {
    await db.insertInto('eventos').values({ tipo: 't', dados, criado_em: antigo }).execute();
  }
  const restam = async () =>
    Promise.all(
      (['session', 'idempotencia', 'eventos'] as const).map(
        async (tabela) => (await db.selectFrom(tabela).selectAll().execute()).length,
      ),
    );
  expect(await restam()).toEqual([1, 1, 2]);
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, '0');
  const app = await buildApp({ config, db, siteRoot: dataDir });
  await app.ready();
  // The newest event stays: it says where the numbering stands.
  expect(await restam()).toEqual([0, 0, 1]);
  await app.close();
});

describe('what is past its time goes slice by slice, so that nobody waits long to write', () => {
  const antigo = '2020-01-01T00:00:00.000Z';
  const todas = async (tabela: 'eventos' | 'idempotencia') =>
    (await teste.db.selectFrom(tabela).select('criado_em').execute()).map(
      ({ criado_em }) => criado_em === antigo,
    );

  it('events', async () => {
    const { db, app } = teste;
    await db.deleteFrom('eventos').execute();
    const velho = { tipo: 't', dados: '{}', criado_em: antigo };
    await db.insertInto('eventos').values(Array(450).fill(velho)).execute();
    const novo = { ...velho, criado_em: new Date().toISOString() };
    await db.insertInto('eventos').values([novo, novo]).execute();
    const prune = async (banco: typeof db) => {
      const eventos = new EventLog(banco, app.log);
      await eventos.start();
      await eventos.prune();
    };
    expect(await changesOf(db, prune)).toEqual([200, 200, 50]);
    expect(await todas('eventos')).toEqual([false, false]);
  });

  it('answers', async () => {
    const { db } = teste;
    await db.deleteFrom('idempotencia').execute();
    const resposta = (i: number, criado_em: string) => ({
      ...{ autor: 'a', rota: 'r', chave: `c${i}`, corpo_hash: '', status: 201, resposta: '{}' },
      criado_em,
    });
    const velhas = Array.from({ length: 450 }, (_, i) => resposta(i, antigo));
    await db.insertInto('idempotencia').values(velhas).execute();
    await db.insertInto('idempotencia').values(resposta(450, new Date().toISOString())).execute();
    expect(await changesOf(db, pruneAnswers)).toEqual([200, 200, 50]);
    expect(await todas('idempotencia')).toEqual([false]);
    const passos = await plansOf(db, pruneAnswers);
    expect(passos.filter((passo) => passo.startsWith('SCAN'))).toEqual([]);
  });
});
