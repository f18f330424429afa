import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { createOcorrencia, listOcorrencias } from './ocorrenciasRepo.ts';

let teste: TestApp;
beforeEach(async () => {
  teste = await buildTestApp({ account: false });
});
afterEach(async () => {
  vi.useRealTimers();
  await teste.close();
});

const add = (motivo: string, provedor: 'oficial' | 'parallelum' | null = 'oficial') =>
  createOcorrencia(teste.db, { provedor, motivo });
const listMotivos = async (limite?: number) =>
  (await listOcorrencias(teste.db, limite)).map(({ motivo }) => motivo);

test('the newest first, up to the limit', async () => {
  for (const motivo of ['a', 'b', 'c']) await add(motivo);
  expect(await listMotivos()).toEqual(['c', 'b', 'a']);
  expect(await listMotivos(2)).toEqual(['c', 'b']);
});

test('a repetition within the hour is not kept, a later one is', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await add('a');
  await add('a', 'parallelum');
  await add('a');
  await add('a', null);
  await add('a', null);
  expect(await listOcorrencias(teste.db)).toMatchObject([
    { provedor: null },
    { provedor: 'parallelum' },
    { provedor: 'oficial' },
  ]);
  vi.setSystemTime(Date.now() + 3_600_001);
  await add('a');
  expect(await listMotivos()).toHaveLength(4);
});

test('the newest two hundred stay', async () => {
  for (let i = 1; i <= 205; i += 1) await add(`falha ${i}`);
  const ficaram = await listMotivos(1_000);
  expect(ficaram).toHaveLength(200);
  expect(ficaram.at(-1)).toBe('falha 6');
});
