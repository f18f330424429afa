import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { until } from '../../../test/espera.ts';
import { createLooks } from './looks.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

const autor = { id: 'ana', endereco: '10.0.0.1', pedido: null };
const listActs = async () =>
  (
    await teste.db
      .selectFrom('auditoria')
      .select(['quem', 'acao', 'chave'])
      .where('entidade', '=', 'camera')
      .orderBy('id')
      .execute()
  ).map(({ quem, acao, chave }) => `${quem} ${acao} ${chave}`);

it('many requests of an account are one opening and one closing', async () => {
  const looks = createLooks({ db: teste.db, log: { error: () => undefined }, silencioMs: 300 });
  for (let i = 0; i < 5; i += 1) await looks.note(autor, '1');
  await looks.note({ ...autor, id: 'rui' }, '1');
  expect(await listActs()).toEqual(['ana abrir 1', 'rui abrir 1']);
  await until(async () => expect(await listActs()).toHaveLength(4));
  expect((await listActs()).slice(2).sort()).toEqual(['ana fechar 1', 'rui fechar 1']);
  await looks.note(autor, '1');
  await looks.close();
  expect((await listActs()).slice(4)).toEqual(['ana abrir 1', 'ana fechar 1']);
});
