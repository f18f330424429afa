import type { Cidade } from '@unipark/contract/cidade';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { inTransaction } from './banco.ts';
import { compileOnce } from './compiled.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

const findCidades = compileOnce(
  (db, { estado, nome }: { estado: Cidade['estado']; nome: string }) =>
    db
      .selectFrom('cidades')
      .select(['nome', 'estado'])
      .where('estado', '=', estado)
      .where('busca', '<>', 'nada')
      .where('nome', '=', nome),
);

const lavras = { nome: 'Lavras', estado: 'MG', busca: ' lavras' } as const;

it('each run has its own values, and the constants of the query stay', async () => {
  await teste.db
    .insertInto('cidades')
    .values([lavras, { ...lavras, nome: 'Ijaci' }])
    .execute();
  expect(await findCidades(teste.db, { estado: 'MG', nome: 'Lavras' })).toEqual([
    { nome: 'Lavras', estado: 'MG' },
  ]);
  expect(await findCidades(teste.db, { estado: 'MG', nome: 'Ijaci' })).toHaveLength(1);
  expect(await findCidades(teste.db, { estado: 'SP', nome: 'Ijaci' })).toEqual([]);
});

it('inside a transaction it sees what the transaction wrote, outside it does not', async () => {
  await inTransaction(teste.db, async (trx) => {
    await trx
      .insertInto('cidades')
      .values({ ...lavras, nome: 'Nepomuceno' })
      .execute();
    const pedido = { estado: 'MG', nome: 'Nepomuceno' } as const;
    expect(await findCidades(trx, pedido)).toHaveLength(1);
    expect(await findCidades(teste.db, pedido)).toEqual([]);
  });
});

it('a parameter is written as an expression, so SQLite compiles the statement once', () => {
  const { sql } = teste.db.selectFrom('cidades').where('nome', '=', 'x').limit(2).compile();
  expect(sql).toContain('"nome" = +? limit +?');
});

it.each([
  ['text', 'Ação'],
  ['empty text', ''],
])('%s is stored and read unchanged', async (_, nome) => {
  const { id } = await teste.db
    .insertInto('cidades')
    .values({ ...lavras, nome })
    .returning('id')
    .executeTakeFirstOrThrow();
  const linha = await teste.db
    .selectFrom('cidades')
    .select('nome')
    .where('id', '=', id)
    .executeTakeFirst();
  expect(linha).toEqual({ nome });
});
