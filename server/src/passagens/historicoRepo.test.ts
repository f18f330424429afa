import type { Passagem } from '@unipark/contract/passagem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { inTransaction } from '../platform/db/banco.ts';

/** More than are counted: 10,050 of one plate, a minute apart, the last fifty at another camera. */
const QUANTAS = 10_050;
const LOTE = 150;
const INICIO = Date.UTC(2026, 0, 1, 12);

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
  const linha = (i: number) => {
    const quando = new Date(INICIO + i * 60_000).toISOString();
    return {
      ...{ placa: 'RIO2A18', chave: 'RIO2A18', status: 'ATIVO', nivel: 'exata' as const },
      ...{ instante: quando, ultima_leitura_em: quando, recebido_em: quando },
      ...{ na_lista: 1, teste: 0, versao: 1, atrasada: 0, busca: ' rio2a18' },
      camera: i < QUANTAS - 50 ? '1' : '2',
      corrigida_em: i % 1_000 === 0 ? quando : null,
    };
  };
  await inTransaction(teste.db, async (trx) => {
    for (let i = 0; i < QUANTAS; i += LOTE) {
      const linhas = Array.from({ length: LOTE }, (_, j) => linha(i + j));
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
