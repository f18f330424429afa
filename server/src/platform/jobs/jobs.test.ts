import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestBanco, type TestBanco } from '../../../test/banco.ts';
import { until } from '../../../test/espera.ts';
import { type Banco, inTransaction } from '../db/banco.ts';
import { createJobs, type JobKind, JobLost, type JobRun, type Jobs } from './jobs.ts';
import { findJob, findLast, insertJob, takeJob } from './repo.ts';

const autor = { id: 'ana', endereco: null, pedido: null };

let banco: TestBanco;
let db: Banco;
let processos: Jobs[];
beforeEach(async () => {
  banco = await openTestBanco();
  db = banco.db;
  processos = [];
});
afterEach(async () => {
  await Promise.all(processos.map((jobs) => jobs.stop()));
  await banco.close();
});

/** Work that runs until it is told to end, and records its parameters. */
function createManual() {
  const begun: unknown[] = [];
  let job: JobRun | undefined;
  let end = Promise.withResolvers<unknown>();
  const kind: JobKind = {
    grupo: 'testes',
    run: async (novo) => {
      begun.push(novo.parametros);
      job = novo;
      end = Promise.withResolvers();
      novo.sinal.addEventListener('abort', () => end.reject(novo.sinal.reason));
      return end.promise;
    },
  };
  return {
    kind,
    begun,
    job: () => job,
    end: (resultado: unknown) => end.resolve(resultado),
    fail: (error: Error) => end.reject(error),
  };
}

/** A process that shares the database, and takes work after its start. */
function openProcess(kind: JobKind): Jobs {
  const jobs = createJobs({ db, kinds: { manual: kind }, log: { error: () => undefined } });
  processos.push(jobs);
  return jobs;
}

const put = (jobs: Jobs, parametros: unknown = {}) =>
  inTransaction(db, (trx) => jobs.put(trx, { tipo: 'manual', parametros, autor }));

const find = async (id: number) => findJob(db, id);

async function putByAnother({ silentMs = 0, quedas = 0 }): Promise<number> {
  const id = await inTransaction(db, async (trx) => {
    const novo = await insertJob(trx, { tipo: 'manual', grupo: 'testes', parametros: '{}', autor });
    const row = await findJob(trx, novo);
    if (row) await takeJob(trx, row, 'outro');
    return novo;
  });
  const vivo_em = new Date(Date.now() - silentMs).toISOString();
  await db.updateTable('trabalhos').set({ vivo_em, quedas }).where('id', '=', id).execute();
  return id;
}

describe('a piece of work', () => {
  test('is done by the process that takes work, with its progress and its result', async () => {
    const manual = createManual();
    const [operador, servidor] = [openProcess(manual.kind), openProcess(manual.kind)];
    servidor.start();
    const id = await put(operador, { mes: '2026-11' });
    const vistos: number[] = [];
    const fim = operador.watch(id, { onProgress: ({ feitos }) => vistos.push(feitos) });
    await until(() => expect(manual.begun).toEqual([{ mes: '2026-11' }]));
    await manual.job()?.step({ feitos: 3, total: 4 });
    await until(() => expect(vistos).toContain(3));
    manual.end({ linhas: 4 });
    expect(await fim).toMatchObject({ situacao: 'feito', total: 4, resultado: '{"linhas":4}' });
    expect(manual.job()?.autor).toEqual(autor);
  });

  test('is done once, by either of two processes', async () => {
    const manual = createManual();
    const [um, outro] = [openProcess(manual.kind), openProcess(manual.kind)];
    const id = await put(um);
    await Promise.all([um.work(id), outro.work(id)]);
    expect(manual.begun).toHaveLength(1);
  });

  test('is left to the process that has what it needs, for two minutes', async () => {
    const manual = createManual();
    const aqui = openProcess({ ...manual.kind, isHere: () => false });
    aqui.start();
    const id = await put(aqui);
    await sleep(1_500);
    expect(manual.begun).toEqual([]);
    const vivo_em = new Date(Date.now() - 130_000).toISOString();
    await db.updateTable('trabalhos').set({ vivo_em }).where('id', '=', id).execute();
    await until(() => expect(manual.begun).toEqual([{}]));
  });

  test('is refused while one of its group is alive, and closes one without a process', async () => {
    const jobs = openProcess(createManual().kind);
    const primeiro = await putByAnother({ silentMs: 30_000 });
    await expect(put(jobs)).rejects.toMatchObject({ status: 409 });
    await db
      .updateTable('trabalhos')
      .set({ vivo_em: new Date(Date.now() - 61_000).toISOString() })
      .execute();
    const segundo = await put(jobs);
    expect(await find(primeiro)).toMatchObject({ situacao: 'cancelado', resultado: 'null' });
    expect(await findLast(db, 'grupo', 'testes')).toMatchObject({
      id: segundo,
      situacao: 'espera',
    });
  });

  test('that fails stores its error, and its transaction leaves nothing', async () => {
    const manual = createManual();
    const jobs = openProcess(manual.kind);
    const id = await put(jobs);
    await jobs.work(id);
    manual.fail(new Error('unforeseen'));
    expect(await jobs.watch(id)).toMatchObject({ situacao: 'falhou', dono: null });
  });
});

describe('the end of a process', () => {
  test('that stops queues its work again at once, and another one does it', async () => {
    const manual = createManual();
    const [um, outro] = [openProcess(manual.kind), openProcess(manual.kind)];
    const id = await put(um);
    await um.work(id);
    await um.stop();
    expect(await find(id)).toMatchObject({ situacao: 'espera', dono: null, quedas: 0 });
    outro.start();
    await until(() => expect(manual.begun).toHaveLength(2));
  });

  test('that died is noticed after a minute of silence, and not before', async () => {
    const manual = createManual();
    const id = await putByAnother({ silentMs: 50_000 });
    const jobs = openProcess(manual.kind);
    jobs.start();
    await new Promise((pronto) => setTimeout(pronto, 50));
    expect(manual.begun).toEqual([]);
    const vivo_em = new Date(Date.now() - 61_000).toISOString();
    await db.updateTable('trabalhos').set({ vivo_em }).execute();
    await until(async () =>
      expect(await find(id)).toMatchObject({ situacao: 'rodando', quedas: 1 }),
    );
    expect(manual.begun).toHaveLength(1);
  });

  test.each(['ends', 'fails'])('that %s after another took its row ends nothing', async (como) => {
    const manual = createManual();
    const calado = openProcess(manual.kind);
    const id = await put(calado);
    await calado.work(id);
    await until(() => expect(manual.begun).toHaveLength(1));
    await db.updateTable('trabalhos').set({ dono: 'outro' }).where('id', '=', id).execute();
    if (como === 'ends') manual.end({ linhas: 4 });
    else manual.fail(new Error('no network'));
    await calado.stop();
    expect(await find(id)).toMatchObject({ situacao: 'rodando', dono: 'outro' });
  });

  test('because of its work does not repeat that work for ever', async () => {
    const manual = createManual();
    const id = await putByAnother({ silentMs: 61_000, quedas: 3 });
    openProcess(manual.kind).start();
    await until(async () => expect(await find(id)).toMatchObject({ situacao: 'falhou' }));
    expect(manual.begun).toEqual([]);
  });
});

describe('work that is cancelled', () => {
  test('by another process ends, writes nothing more, and its group is free', async () => {
    const manual = createManual();
    const [operador, servidor] = [openProcess(manual.kind), openProcess(manual.kind)];
    servidor.start();
    const id = await put(operador);
    await until(() => expect(manual.begun).toHaveLength(1));
    const { step, sinal } = manual.job() as JobRun;
    await inTransaction(db, (trx) => operador.cancel(trx, id, { como: 'pausada' }));
    await expect(step({ feitos: 9 })).rejects.toThrow(JobLost);
    expect(sinal.aborted).toBe(true);
    const row = await operador.watch(id);
    expect(row).toMatchObject({
      situacao: 'cancelado',
      feitos: 0,
      resultado: '{"como":"pausada"}',
    });
    await put(operador);
    await until(() => expect(manual.begun).toHaveLength(2));
  });

  test('notices it without a write of its own', async () => {
    const manual = createManual();
    const [operador, servidor] = [openProcess(manual.kind), openProcess(manual.kind)];
    servidor.start();
    const id = await put(operador);
    await until(() => expect(manual.begun).toHaveLength(1));
    await inTransaction(db, (trx) => operador.cancel(trx, id, null));
    await until(() => expect(manual.job()?.sinal.aborted).toBe(true));
  });

  test('ends with its last transaction, and not after it', async () => {
    const manual = createManual();
    const jobs = openProcess(manual.kind);
    const id = await put(jobs);
    await jobs.work(id);
    await manual.job()?.finish({ linhas: 1 }, async () => undefined);
    await inTransaction(db, (trx) => jobs.cancel(trx, id, null));
    manual.end({ linhas: 2 });
    expect(await jobs.watch(id)).toMatchObject({ situacao: 'feito', resultado: '{"linhas":1}' });
  });
});

test('old ended work is removed, open work never', async () => {
  const jobs = openProcess(createManual().kind);
  const velho = await putByAnother({ silentMs: 100 * 86_400_000 });
  const novo = await put(jobs);
  await db
    .updateTable('trabalhos')
    .set({ terminado_em: new Date(Date.now() - 91 * 86_400_000).toISOString() })
    .where('id', '=', velho)
    .execute();
  await jobs.prune();
  expect([await find(velho), (await find(novo))?.situacao]).toEqual([undefined, 'espera']);
});
