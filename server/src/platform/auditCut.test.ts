/** Retention cuts the beginning of the audit: what goes, what stays, and what the check says. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestBanco, type TestBanco } from '../../test/banco.ts';
import { query } from '../../test/query.ts';
import { verifyChain } from '../auditoria/conferencia.ts';
import { AGENDA, audit, eraseEntries } from './audit.ts';
import { findCut, moveCut, readCut, removeCutEntries } from './auditCut.ts';
import { correctClock, nowMs } from './clock.ts';
import { type Banco, inTransaction } from './db/banco.ts';

const DIA_MS = 86_400_000;
const daysAgo = (dias: number): string => new Date(nowMs() - dias * DIA_MS).toISOString();

let banco: TestBanco;
let db: Banco;
beforeEach(async () => {
  banco = await openTestBanco();
  db = banco.db;
});
afterEach(async () => {
  correctClock(0);
  await banco.close();
});

/** An act for each age in days, in this order. */
async function writeActs(idades: number[]): Promise<void> {
  for (const dias of idades) {
    correctClock(-dias * DIA_MS);
    await inTransaction(db, (trx) =>
      audit(trx, AGENDA, {
        ...{ acao: 'criar', entidade: 'veiculo', chave: String(dias), detalhe: { dias } },
      }),
    );
  }
  correctClock(0);
}

const move = async (dias: number): Promise<number> => {
  const corte = await findCut(db, daysAgo(dias));
  if (corte) await inTransaction(db, (trx) => moveCut(trx, AGENDA, corte));
  return corte?.linhas ?? 0;
};
const remove = (quantas: number) => inTransaction(db, (trx) => removeCutEntries(trx, quantas));
const listKeys = async (): Promise<string[]> =>
  (await db.selectFrom('auditoria').select('chave').orderBy('id').execute()).map(
    ({ chave }) => chave,
  );
const check = () => verifyChain(db, () => {});

it('the oldest acts go with their details, and the chain is whole at every step', async () => {
  await writeActs([2_000, 1_950, 1_900, 30, 20]);
  expect(await check()).toEqual({ linhas: 5, quebra: null });
  expect(await move(1_825)).toBe(3);
  expect(await check()).toEqual({ linhas: 3, quebra: null });
  expect(await remove(2)).toBe(2);
  expect(await check()).toEqual({ linhas: 3, quebra: null });
  expect([await remove(2), await remove(2)]).toEqual([1, 0]);
  expect(await listKeys()).toEqual(['30', '20', '']);
  const detalhes = await db.selectFrom('auditoria_detalhes').select('auditoria_id').execute();
  expect(detalhes.map(({ auditoria_id }) => auditoria_id)).toEqual([4, 5, 6]);
  expect(await readCut(db)).toMatchObject({ ate: 3, linhas: 3 });
  expect(await check()).toEqual({ linhas: 3, quebra: null });
  expect(await move(1_825)).toBe(0);
  expect(await move(25)).toBe(4);
  expect(await remove(10)).toBe(1);
  expect(await listKeys()).toEqual(['20', '', '']);
  expect(await check()).toEqual({ linhas: 3, quebra: null });
});

it('what a wrong clock wrote ends the prefix: nothing behind it goes', async () => {
  await writeActs([2_000, -400, 1_900]);
  expect(await move(1_825)).toBe(1);
  await remove(10);
  expect(await listKeys()).toEqual(['-400', '1900', '']);
});

it('the database refuses to lose a row that is not cut off', async () => {
  await writeActs([2_000, 30]);
  await query(db, 'delete from auditoria_detalhes');
  await expect(query(db, 'delete from auditoria where id = 1')).rejects.toThrow('only grows');
  await move(1_825);
  await expect(query(db, 'delete from auditoria where id = 2')).rejects.toThrow('only grows');
  await query(db, 'delete from auditoria where id = 1');
});

describe('the check', () => {
  it.each([
    ['another number of rows', 'cortadas = cortadas + 1', 'inicio'],
    ['a later row', 'cortada_ate = cortada_ate + 1', '3'],
    ['no cut', `cortada_ate = 0, cortada_hash = ''`, '2'],
  ])('finds a head that names %s', async (_nome, mudanca, quebra) => {
    await writeActs([2_000, 30, 20]);
    await move(1_825);
    await remove(10);
    await query(db, `update auditoria_cabeca set ${mudanca}`);
    expect((await check()).quebra).toBe(quebra);
  });

  it('goes on while a cut comes', async () => {
    await writeActs([...Array<number>(40).fill(2_000), 30, 20]);
    const corte = move(1_825).then(() => remove(100));
    const feitas = await Promise.all([check(), check(), check(), corte.then(check)]);
    expect(feitas.map(({ quebra }) => quebra)).toEqual([null, null, null, null]);
  });

  it('accepts the seal of erased acts of which some are cut off', async () => {
    await writeActs([2_000, 1_900, 30, 20]);
    await inTransaction(db, (trx) => eraseEntries(trx, AGENDA, [1, 3]));
    await move(1_825);
    await remove(10);
    expect(await check()).toEqual({ linhas: 4, quebra: null });
  });
});
