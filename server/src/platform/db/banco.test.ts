import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { inTransaction, type Transacao } from './banco.ts';
import { compileOnce } from './compiled.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

const insertAjuste = compileOnce((db, { nome }: { nome: string }) =>
  db.insertInto('ajustes').values({ nome, valor: '' }),
);
const listAjustes = async () =>
  (
    await teste.db.selectFrom('ajustes').select('nome').where('nome', 'like', 'tarde%').execute()
  ).map(({ nome }) => nome);

it('a statement after the end of its transaction is refused, and not run in the next one', async () => {
  let velha: Transacao | undefined;
  await expect(
    inTransaction(teste.db, async (trx) => {
      velha = trx;
      throw new Error('taken back');
    }),
  ).rejects.toThrow('taken back');
  await inTransaction(teste.db, async (trx) => {
    await insertAjuste(trx, { nome: 'tarde:dentro' });
    if (!velha) throw new Error('no transaction');
    await expect(insertAjuste(velha, { nome: 'tarde:1' })).rejects.toThrow('already rolled back');
    const porKysely = velha.insertInto('ajustes').values({ nome: 'tarde:2', valor: '' });
    await expect(porKysely.execute()).rejects.toThrow('already rolled back');
  });
  expect(await listAjustes()).toEqual(['tarde:dentro']);
});
