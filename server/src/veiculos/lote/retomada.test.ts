/** The work of an act on many vehicles: cancelled, interrupted, and continued without doubles. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { until } from '../../../test/espera.ts';
import { PROGRAM_ENV, START } from '../../../test/processo.ts';
import { query } from '../../../test/query.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { createMany } from '../loteRepo.ts';
import { buildVeiculo } from '../service.ts';
import { createLotes, findTargets } from './lotes.ts';
import { create } from './repo.ts';

const FILHO = 'server/test/loteFilho.ts';
const VEICULOS = 3_000;
const LOTE = '/api/veiculos/lote';

const filhos: ChildProcess[] = [];
let teste: TestApp;
beforeEach(async () => {
  teste = await buildTestApp();
  const novos = Array.from({ length: VEICULOS }, (_, i) =>
    buildVeiculo({
      placa: `AAA${String(i).padStart(4, '0')}`,
      status: 'ATIVO',
      modelo: `GOL ${i}`,
    }),
  );
  await inTransaction(teste.db, (trx) => createMany(trx, novos));
});
afterEach(async () => {
  for (const filho of filhos.splice(0)) filho.kill('SIGKILL');
  await teste.close();
});

const count = async (de: string): Promise<number> => {
  const [linha] = await query<{ total: number }>(teste.db, `select count(*) as total from ${de}`);
  return Number(linha?.total ?? 0);
};
const countProibidos = () => count(`veiculos where status = 'PROIBIDO'`);
const PEDIDO = { ato: 'status', status: 'PROIBIDO', filtro: {}, total: VEICULOS } as const;
const post = (url: string, payload?: object) =>
  teste.request({ method: 'POST', url, ...(payload && { payload }) });
const get = async (id: number) => (await teste.request({ url: `${LOTE}/${id}` })).json();

it('a cancelled act keeps what was done, which can be undone', async () => {
  const { id } = (await post(LOTE, PEDIDO)).json();
  await until(async () => expect(await countProibidos()).toBeGreaterThan(0));
  expect((await post(`${LOTE}/${id}/cancelar`)).statusCode).toBe(200);
  const { alterados, fase } = await get(id);
  expect(fase).toBe('cancelado');
  expect(alterados).toBeLessThan(VEICULOS);
  expect(await countProibidos()).toBe(alterados);
  expect((await post(`${LOTE}/${id}/cancelar`)).statusCode).toBe(409);
  await post(`${LOTE}/${id}/desfazer`);
  await until(async () => expect((await get(id)).fase).toBe('desfeito'));
  expect(await countProibidos()).toBe(0);
  expect(await get(id)).toMatchObject({ desfeitos: alterados, mantidos: 0 });
});

it('of one account two acts are open at most', async () => {
  await post(LOTE, PEDIDO);
  await post(LOTE, PEDIDO);
  const terceiro = await post(LOTE, PEDIDO);
  expect([terceiro.statusCode, terceiro.json().mensagem]).toEqual([
    429,
    'Espere o ato anterior terminar.',
  ]);
});

it('after a month an ended act is deleted, an open one is not', async () => {
  await teste.app.close();
  const conta = 'ana';
  const base = { ...PEDIDO, motivo: null, proprietario_matricula: null, conta, autor: '{}' };
  const { filtro: _, ...novo } = base;
  await inTransaction(teste.db, async (trx) => {
    await create(trx, novo, ['[]']);
    await create(trx, novo, ['[]']);
  });
  await query(teste.db, `update lotes_veiculos set criado_em = '2020-01-01T00:00:00.000Z'`);
  await query(teste.db, `update lotes_veiculos set fase = 'feito' where id = 1`);
  await createLotes({ db: teste.db, jobs: { put: async () => 0 } }).prune();
  expect(await query(teste.db, 'select id from lotes_veiculos')).toMatchObject([{ id: 2 }]);
  expect(await count('lotes_veiculos_fatias')).toBe(1);
});

/** A process that works on the queue of this database. */
function startWorker(): ChildProcess {
  const filho = spawn(process.execPath, [START, FILHO], {
    env: { ...PROGRAM_ENV, ...teste.installation },
    stdio: 'ignore',
  });
  filhos.push(filho);
  return filho;
}

it('a killed process is followed by another one, without doubles or losses', async () => {
  // This application takes no more work: the others do it.
  await teste.app.close();
  const alvos = await findTargets(teste.db, PEDIDO);
  const autor = { id: 'ana', endereco: null, pedido: null };
  const jobs = createJobs({ db: teste.db, kinds: {}, log: teste.app.log });
  const lotes = createLotes({ db: teste.db, jobs });
  const asker = { id: 'ana', admin: true };
  const { id } = await inTransaction(teste.db, (trx) =>
    lotes.create(trx, autor, asker, PEDIDO, alvos),
  );
  const filho = startWorker();
  await until(async () => expect(await countProibidos()).toBeGreaterThan(200));
  filho.kill('SIGKILL');
  await once(filho, 'exit');
  const antes = await countProibidos();
  expect(antes).toBeLessThan(VEICULOS);
  expect((await lotes.find(asker, id)).alterados).toBe(antes);
  // A minute of silence, told.
  await query(teste.db, "update trabalhos set vivo_em = '2026-01-01T00:00:00.000Z'");
  const segundo = startWorker();
  try {
    await until(async () => expect((await lotes.find(asker, id)).fase).toBe('feito'));
  } finally {
    segundo.kill('SIGKILL');
    await once(segundo, 'exit');
  }
  expect(await lotes.find(asker, id)).toMatchObject({ alterados: VEICULOS, recusados: 0 });
  expect(await count('veiculos where versao = 2')).toBe(VEICULOS);
  expect(await count(`auditoria where acao = 'editar' and entidade = 'veiculo'`)).toBe(VEICULOS);
});
