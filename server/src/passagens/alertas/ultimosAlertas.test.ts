import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { plansOf, testOfSqlite } from '../../../test/planos.ts';
import { listLastAlertas } from '../repo.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

const post = (url: string, payload?: object) => teste.request({ method: 'POST', url, payload });
const list = async () => (await teste.request({ url: '/api/alertas/ultimos' })).json();

it('lists the last five alarms, the newest first, and keeps the acknowledged ones', async () => {
  expect(await list()).toEqual([]);
  const placas = ['AAA1A11', 'BBB1B11', 'CCC1C11', 'DDD1D11', 'EEE1E11', 'FFF1F11'];
  for (const placa of placas) {
    await post('/db/veiculos', { placa, status: 'PROIBIDO' });
    await post('/db/ultimosveiculos', { placa });
  }
  await post('/db/ultimosveiculos', { placa: 'XYZ9K99' });
  const [ultimo] = (await list()) as UltimoVeiculo[];
  await post(`/api/passagens/${ultimo?.id}/ciente`);
  const alertas = (await list()) as UltimoVeiculo[];
  expect(alertas.map(({ placa }) => placa)).toEqual(placas.toReversed().slice(0, 5));
  expect(alertas.map(({ alerta }) => alerta?.ciente !== null)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

testOfSqlite('reads an index of alarms, not the passages before them', async () => {
  const passos = await plansOf(teste.db, (trx) => listLastAlertas(trx, 5));
  expect(passos.join()).toContain('passagens_alerta_idx');
});

it('needs an account', async () => {
  expect((await teste.request({ url: '/api/alertas/ultimos', as: null })).statusCode).toBe(401);
});
