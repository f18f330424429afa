import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { changesOf } from '../../../test/mudancas.ts';
import { plansOf, testOfSqlite } from '../../../test/planos.ts';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { EventLog } from '../events.ts';
import { pruneAnswers } from '../http/idempotency.ts';
import { keepHouse } from './housekeeping.ts';

/** No application beside it: its own timers would run through the given hours. */
describe('the jobs, by a given clock', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs every job at once and after each full hour; one that fails is logged and stops no other', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-28T23:40:00-03:00') });
    const log = { error: vi.fn() };
    const jobs = {
      falha: vi.fn().mockRejectedValue(new Error('cheio')),
      faz: vi.fn().mockResolvedValue(undefined),
    };
    const stop = await keepHouse(jobs, log);
    expect([jobs.falha, jobs.faz].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    expect(log.error).toHaveBeenCalledWith(
      { err: new Error('cheio'), job: 'falha' },
      'housekeeping',
    );
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    expect(jobs.faz).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(jobs.faz).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect([jobs.falha, jobs.faz].map(({ mock }) => mock.calls.length)).toEqual([3, 3]);
    await stop();
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(jobs.faz).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['at a start', 30 * 86_400_000, 0],
    ['while it runs', 0, 30 * 86_400_000],
  ])('removes nothing for a day after the clock jumped ahead %s', async (_, antes, durante) => {
    vi.useFakeTimers();
    const log = { error: vi.fn() };
    const faz = vi.fn().mockResolvedValue(undefined);
    const stop = await keepHouse({ faz }, log, { newest: Date.now() - antes });
    const noInicio = antes === 0 ? 1 : 0;
    expect(faz).toHaveBeenCalledTimes(noInicio);
    vi.setSystemTime(Date.now() + durante);
    await vi.advanceTimersByTimeAsync(23 * 3_600_000);
    expect(faz).toHaveBeenCalledTimes(noInicio);
    expect(log.error).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(3 * 3_600_000);
    expect(faz.mock.calls.length).toBeGreaterThan(noInicio);
    await stop();
  });

  it('a stop waits for the running job', async () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-28T12:00:05Z') });
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
});

describe('a database', () => {
  let teste: TestApp;
  beforeAll(async () => {
    teste = await buildTestApp();
  });
  afterAll(() => teste.close());

  it('a server that starts removes expired sessions, answers and events', async () => {
    const antigo = '2020-01-01T00:00:00.000Z';
    const { db, dataDir } = teste;
    await db.updateTable('sessoes').set({ expira_em: antigo }).execute();
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
    const countRemaining = async () =>
      Promise.all(
        (['sessoes', 'idempotencia', 'eventos'] as const).map(
          async (tabela) => (await db.selectFrom(tabela).selectAll().execute()).length,
        ),
      );
    expect(await countRemaining()).toEqual([1, 1, 2]);
    const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, '0');
    const app = await buildApp({ config, db, siteRoot: dataDir });
    await app.ready();
    // The newest event stays, because the numbering continues from it.
    expect(await countRemaining()).toEqual([0, 0, 1]);
    await app.close();
  });

  describe('expired rows are removed in slices, so that writes do not wait long', () => {
    const antigo = '2020-01-01T00:00:00.000Z';
    const listAged = async (tabela: 'eventos' | 'idempotencia') =>
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
      expect(await listAged('eventos')).toEqual([false, false]);
    });

    testOfSqlite('answers', async () => {
      const { db } = teste;
      await db.deleteFrom('idempotencia').execute();
      const buildResposta = (i: number, criado_em: string) => ({
        ...{ autor: 'a', rota: 'r', chave: `c${i}`, corpo_hash: '', status: 201, resposta: '{}' },
        criado_em,
      });
      const velhas = Array.from({ length: 450 }, (_, i) => buildResposta(i, antigo));
      await db.insertInto('idempotencia').values(velhas).execute();
      await db
        .insertInto('idempotencia')
        .values(buildResposta(450, new Date().toISOString()))
        .execute();
      expect(await changesOf(db, pruneAnswers)).toEqual([200, 200, 50]);
      expect(await listAged('idempotencia')).toEqual([false]);
      const passos = await plansOf(db, pruneAnswers);
      expect(passos.filter((passo) => passo.startsWith('SCAN'))).toEqual([]);
    });
  });
});
