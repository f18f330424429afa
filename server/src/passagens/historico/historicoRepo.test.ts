import type { Passagem } from '@unipark/contract/passagem';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { plansOf, testOfPostgres, testOfSqlite } from '../../../test/planos.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import { listIds } from './historicoRepo.ts';
import { findSpan } from './vaoRepo.ts';

/** More than the count's limit, a minute apart; the last fifty at another camera. */
const QUANTAS = 10_050;
const LOTE = 150;
const INICIO = Date.UTC(2026, 0, 1, 12);

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
  const buildRow = (i: number) => {
    const quando = new Date(INICIO + i * 60_000).toISOString();
    return {
      ...{ placa: 'RIO2A18', chave: 'RIO2A18', status: 'ATIVO', nivel: 'exata' as const },
      ...{ instante: quando, ultima_leitura_em: quando, recebido_em: quando },
      ...{ na_lista: 1, teste: 0, versao: 1, atrasada: 0, busca: ' rio2a18' },
      camera: i < QUANTAS - 50 ? '1' : '2',
      corrigida_em: i % 1_000 === 0 ? quando : null,
    };
  };
  const proprietario_matricula = '202010101';
  const dona = { matricula: proprietario_matricula, nome: 'Marta Botelho' };
  await teste.request({ method: 'POST', url: '/db/proprietarios', payload: dona });
  const carro = { placa: 'RIO2A18', proprietario_matricula };
  await teste.request({ method: 'POST', url: '/db/veiculos', payload: carro });
  await inTransaction(teste.db, async (trx) => {
    for (let i = 0; i < QUANTAS; i += LOTE) {
      const linhas = Array.from({ length: LOTE }, (_, j) => buildRow(i + j));
      await trx.insertInto('passagens').values(linhas).execute();
    }
  });
});
afterAll(() => teste.close());

it.each([
  ['', '10000+', 10_050],
  ['q=rio2a', '10000+', 10_050],
  ['de=2026-01-01', '10000+', 10_050],
  ['de=2026-01-01&ate=2026-02-01', '10000+', 10_050],
  ['q=rio2a&camera=2', '50', 10_050],
  ['q=rio2a%20x', '0', undefined],
  ['q=rio2a%20r', '10000+', 10_050],
  ['de=2026-01-01&camera=2', '50', 10_050],
  ['de=2026-01-01&q=rio2a', '10000+', 10_050],
  ['q=marta', '10000+', 10_050],
  ['q=marta&camera=2', '50', 10_050],
  ['q=marta&de=2026-01-07&ate=2026-01-07', '1440', 9_540],
  ['q=marta%20b&camera=2', '50', 10_050],
  ['q=outra&camera=2', '0', undefined],
  ['proprietario=202010101', '10000+', 10_050],
  ['proprietario=202010101&camera=2', '50', 10_050],
  ['proprietario=202010101&q=outra', '0', undefined],
  ['situacao=corrigidas&camera=1', '10', 9_001],
  ['situacao=corrigidas&camera=2', '1', 10_001],
])('?%s counts %s', async (consulta, total, primeira) => {
  const { statusCode, headers, ...resposta } = await teste.request({
    method: 'GET',
    url: `/api/passagens?limite=3&${consulta}`,
  });
  expect(statusCode).toBe(200);
  const mais = headers['x-total-count-mais'] === '1' ? '+' : '';
  expect(`${headers['x-total-count']}${mais}`).toBe(total);
  const ids = resposta.json<Passagem[]>().map(({ id }) => Number(id));
  expect(ids[0]).toBe(primeira);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
});

it('pages forward and back through more than the count limit', async () => {
  const page = (pedido: object) => listIds(teste.db, { q: 'marta', limite: 3, ...pedido });
  const primeira = await page({});
  const segunda = await page({ apos: primeira.proximo });
  const terceira = await page({ apos: segunda.proximo });
  expect([primeira, segunda, terceira].flatMap(({ ids }) => ids)).toEqual(
    Array.from({ length: 9 }, (_, i) => QUANTAS - i),
  );
  expect((await page({ antes: terceira.anterior })).ids).toEqual(segunda.ids);
  expect((await page({ antes: segunda.anterior })).ids).toEqual(primeira.ids);
});

it.each([
  { q: 'marta', camera: '2' },
  { q: 'rio2a', de: '2026-01-01', sentido: 'entrada' as const },
  { status: 'ATIVO', camera: '3', de: '2026-01-01', ate: '2026-12-31' },
])('lets other requests run while it searches %j', async (pedido) => {
  let vezes = 0;
  let procurando = true;
  const countTurn = (): void => {
    vezes += 1;
    if (procurando) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  await listIds(teste.db, pedido);
  procurando = false;
  expect(vezes).toBeGreaterThan(3);
});

testOfSqlite('reads the owners once, for any number of slices', async () => {
  const passos = await plansOf(teste.db, (trx) => listIds(trx, { q: 'marta', camera: '2' }));
  expect(passos.filter((passo) => passo.includes('veiculos'))).toHaveLength(1);
  expect(passos.filter((passo) => passo.includes('passagens_camera')).length).toBeGreaterThan(3);
});

testOfSqlite('reads no row of the hits of a period that has no other filter', async () => {
  const dia = { de: '2026-01-01', ate: '2026-01-01' };
  const plan = (pedido: object) => plansOf(teste.db, (trx) => listIds(trx, { ...dia, ...pedido }));
  const porId = /passagens USING INTEGER PRIMARY KEY/;
  expect((await plan({ camera: '1' })).some((passo) => porId.test(passo))).toBe(true);
  expect((await plan({})).some((passo) => porId.test(passo))).toBe(false);
});

testOfSqlite('walks no further than the page when nothing is filtered', async () => {
  const passos = await plansOf(teste.db, (trx) => listIds(trx, { limite: 3 }));
  expect(passos.filter((passo) => passo.includes('rowid<?'))).toHaveLength(1);
});

testOfSqlite('reads camera and time of a status from one index', async () => {
  const passos = await plansOf(teste.db, (trx) =>
    listIds(trx, { status: 'ATIVO', camera: '3', de: '2026-01-01' }),
  );
  const andados = new Set(passos.filter((passo) => passo.includes('id<?')));
  expect([...andados]).toEqual([
    'SEARCH passagens USING COVERING INDEX passagens_status_id_instante_camera_idx (status=? AND id>? AND id<?)',
  ]);
});

testOfPostgres('every walk and every search is planned for its values', async () => {
  const ano = { de: '2026-01-01', ate: '2026-12-31', status: 'ATIVO' };
  for (let i = 0; i < 8; i += 1) {
    await listIds(teste.db, ano);
    await listIds(teste.db, { ...ano, q: 'rio2a' });
    await listIds(teste.db, { q: 'marta' });
  }
  const { rows: nomeados } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements`.execute(teste.db);
  const textos = nomeados.map(({ statement }) => statement);
  expect(textos.length).toBeGreaterThan(0);
  expect(textos.filter((texto) => /strpos|like|"id" [<>]/.test(texto))).toEqual([]);
});

it('limits the walk to the arrivals of the period, with any number at one instant', async () => {
  const { db } = teste;
  const quando = new Date(INICIO).toISOString();
  const dias = { de: '2026-01-01', ate: '2026-01-01' };
  expect(await findSpan(db, dias, 50)).toEqual({ de: 1, ate: 900 });
  expect(await findSpan(db, { de: '2030-01-01' }, 50)).toEqual({ de: 1, ate: 0 });
  expect(await findSpan(db, {})).toEqual({ de: 1, ate: QUANTAS });
  const instantes = { de: '2026-01-01T12:30:00Z', ate: '2026-01-01T15:29:59.999Z' };
  expect(await findSpan(db, instantes, 50)).toEqual({ de: 31, ate: 210 });
  const minutos = { ...instantes, ate: '2026-01-01T12:40:00Z' };
  expect(await findSpan(db, minutos)).toEqual({ de: 31, ate: 41 });
  // A late arrival of that time, and two hundred at one instant.
  await db.updateTable('passagens').set({ instante: quando }).where('id', '=', 9_000).execute();
  expect(await findSpan(db, dias, 50)).toEqual({ de: 1, ate: 9_000 });
  await db
    .updateTable('passagens')
    .set({ instante: quando })
    .where('id', '>', 100)
    .where('id', '<=', 300)
    .execute();
  expect(await findSpan(db, dias, 50)).toEqual({ de: 1, ate: 9_000 });
});
