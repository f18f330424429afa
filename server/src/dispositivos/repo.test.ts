import { afterAll, beforeAll, expect } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { changesOf } from '../../test/mudancas.ts';
import { plansOf, testOfSqlite } from '../../test/planos.ts';
import { prune } from './repo.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

const LIMITE = '2026-01-01T00:00:00.000Z';
const hoursBefore = (i: number) => new Date(Date.parse(LIMITE) - i * 3_600_000).toISOString();

testOfSqlite('removes old messages and hours in slices, all of them, by their time', async () => {
  const { db } = teste;
  const mensagem = {
    ...{ dispositivo: 'd', dialeto: 'axis' as const, motivo: 'M.', tipo_conteudo: null },
    ...{ tamanho: 1, corpo: '{}' },
  };
  // One of each is not expired.
  const instantes = Array.from({ length: 451 }, (_, i) => hoursBefore(i));
  await db
    .insertInto('quarentena')
    .values(instantes.map((recebido_em) => ({ ...mensagem, recebido_em })))
    .execute();
  const hora = { dispositivo: 'd', leituras: 1, ignoradas: 0, recusadas: 0 };
  await db
    .insertInto('dispositivo_horas')
    .values(instantes.map((instante) => ({ ...hora, hora: instante })))
    .execute();
  expect(await changesOf(db, (banco) => prune(banco, LIMITE, LIMITE))).toEqual([
    ...[200, 200, 50],
    ...[200, 200, 50],
  ]);
  const restam = await Promise.all([
    db.selectFrom('quarentena').select('recebido_em as instante').execute(),
    db.selectFrom('dispositivo_horas').select('hora as instante').execute(),
  ]);
  expect(restam).toEqual([[{ instante: LIMITE }], [{ instante: LIMITE }]]);
  const passos = await plansOf(db, (trx) => prune(trx, LIMITE, LIMITE));
  expect(passos.filter((passo) => passo.startsWith('SCAN'))).toEqual([]);
});
