/** What the database keeps of the passages of each hour: their counts, and their range of ids. */
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { makePlaca, random } from '../demo/registro.ts';
import { inTransaction, openBanco } from '../platform/db/banco.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
  for (const [i, status] of ['ATIVO', 'PROIBIDO'].entries()) {
    const payload = { placa: makePlaca(i), status };
    await teste.request({ method: 'POST', url: '/db/veiculos', payload });
  }
});
afterAll(() => teste.close());
beforeEach(async () => {
  for (const tabela of ['leituras', 'passagens', 'passagens_horas', 'passagens_vaos'] as const) {
    await teste.db.deleteFrom(tabela).execute();
  }
});

const sortear = random(11);
const draw = <T>(valores: readonly T[]): T => valores[Math.floor(sortear() * valores.length)] as T;

const post = async (payload: object): Promise<UltimoVeiculo> =>
  (await teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload })).json();
const undo = (id: string) =>
  teste.request({ method: 'POST', url: `/api/passagens/${id}/desfazer`, payload: {} });

const drawPassagem = () => ({
  placa: makePlaca(Math.floor(sortear() * 40)),
  camera: draw(['1', '2', undefined]),
  sentido: draw(['entrada', 'saida', undefined]),
  instante: `2026-0${draw([3, 4])}-12T1${draw([0, 1])}:${draw([10, 59])}:0${draw([0, 9])}.000Z`,
  teste: sortear() < 0.2,
  conferida: true,
});

const listKept = async (): Promise<string[]> =>
  (await teste.db.selectFrom('passagens_horas').selectAll().execute())
    .map(({ hora, camera, status, sentido, total }) =>
      [hora, camera, status, sentido, total].join('|'),
    )
    .sort();

async function listTrue(): Promise<string[]> {
  const passagens = await teste.db.selectFrom('passagens').selectAll().execute();
  const porHora = Map.groupBy(
    passagens.filter((passagem) => passagem.teste === 0),
    ({ instante, camera, status, sentido }) =>
      [instante.slice(0, 13), camera ?? '', status, sentido ?? ''].join('|'),
  );
  return [...porHora].map(([nome, delas]) => `${nome}|${delas.length}`).sort();
}

const listKeptMonths = async (): Promise<string[]> =>
  (await teste.db.selectFrom('passagens_meses').selectAll().execute())
    .map(({ mes, chave, total, entradas, saidas }) =>
      [mes, chave, total, entradas, saidas].join('|'),
    )
    .sort();

/** By the calendar of the platform. */
const SAO_PAULO = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
});

async function listTrueMonths(): Promise<string[]> {
  const passagens = await teste.db.selectFrom('passagens').selectAll().execute();
  const porMes = Map.groupBy(
    passagens.filter((passagem) => passagem.teste === 0),
    ({ instante, chave }) => [SAO_PAULO.format(new Date(instante)).slice(0, 7), chave].join('|'),
  );
  const countOf = (delas: typeof passagens, um: string) =>
    delas.filter(({ sentido }) => sentido === um).length;
  return [...porMes]
    .map(([nome, delas]) =>
      [nome, delas.length, countOf(delas, 'entrada'), countOf(delas, 'saida')].join('|'),
    )
    .sort();
}

/** Every passage is in the range of its hour. */
async function expectWithin(): Promise<void> {
  const passagens = await teste.db.selectFrom('passagens').select(['id', 'instante']).execute();
  const vaos = await teste.db.selectFrom('passagens_vaos').selectAll().execute();
  const porHora = new Map(vaos.map((vao) => [vao.hora, vao]));
  expect(passagens.length).toBeGreaterThan(0);
  for (const { id, instante } of passagens) {
    const vao = porHora.get(instante.slice(0, 13));
    expect([vao && vao.primeira <= id, vao && vao.ultima >= id]).toEqual([true, true]);
  }
}

describe('passagens_horas', () => {
  it('has the true counts after any registration, correction and undo', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 150; i += 1) {
      const id = draw(ids);
      const ato = id ? draw(['registrar', 'registrar', 'corrigir', 'desfazer']) : 'registrar';
      if (ato === 'registrar') ids.push((await post(drawPassagem())).id);
      if (ato === 'desfazer') await undo(id);
      const payload = { placa: makePlaca(Math.floor(sortear() * 4)) };
      if (ato === 'corrigir')
        await teste.request({ method: 'PATCH', url: `/api/passagens/${id}`, payload });
    }
    expect((await listKept()).length).toBeGreaterThan(20);
    expect(await listKept()).toEqual(await listTrue());
    expect(await listKeptMonths()).toEqual(await listTrueMonths());
    await expectWithin();
  });

  it.each([
    { instante: '2026-01-01T02:59:59.999Z' },
    { instante: '2026-05-01T02:59:59.999Z' },
    { instante: '2026-05-01T03:00:00.000Z' },
    { camera: '7' },
    { camera: null },
    { sentido: null },
    { status: 'PROIBIDO' },
    { teste: 1 },
    { teste: 0 },
    { chave: 'ANONQWERTY', status: 'INDEFINIDO' },
  ])('counts again what a statement sets to %j', async (mudanca) => {
    for (let i = 0; i < 12; i += 1) await post(drawPassagem());
    const antes = await listKept();
    await teste.db.updateTable('passagens').set(mudanca).execute();
    expect(await listKept()).not.toEqual(antes);
    expect(await listKept()).toEqual(await listTrue());
    expect(await listKeptMonths()).toEqual(await listTrueMonths());
    await expectWithin();
  });

  it('a deleted passage stays counted in its hour alone, and one that is undone does not', async () => {
    const passagem = { camera: '1', sentido: 'entrada', instante: '2026-03-12T13:20:00Z' };
    const primeira = await post({ ...passagem, placa: makePlaca(30), conferida: true });
    await post({ ...passagem, placa: makePlaca(31), conferida: true });
    await teste.db.deleteFrom('leituras').where('passagem_id', '!=', Number(primeira.id)).execute();
    await teste.db.deleteFrom('passagens').where('id', '!=', Number(primeira.id)).execute();
    expect(await listKept()).toEqual(['2026-03-12T13|1|Não cadastrado|entrada|2']);
    expect(await listKeptMonths()).toEqual([`2026-03|${makePlaca(30)}|1|1|0`]);
    expect((await undo(primeira.id)).statusCode).toBe(204);
    expect(await listKept()).toEqual(['2026-03-12T13|1|Não cadastrado|entrada|1']);
    expect(await listKeptMonths()).toEqual([]);
  });
});

describe('passagens_vaos', () => {
  it('begins and ends with the first and the last arrival of an hour', async () => {
    const send = async (i: number, instante: string, resto = {}) =>
      Number((await post({ placa: makePlaca(i), instante, ...resto })).id);
    const cedo = await send(1, '2026-03-12T13:00:00.000Z');
    await send(2, '2026-03-12T14:00:00.000Z');
    const tarde = await send(3, '2026-03-12T13:59:59.999Z', { teste: true });
    const vaos = await teste.db.selectFrom('passagens_vaos').selectAll().orderBy('hora').execute();
    expect(vaos).toEqual([
      { hora: '2026-03-12T13', primeira: cedo, ultima: tarde },
      { hora: '2026-03-12T14', primeira: cedo + 1, ultima: cedo + 1 },
    ]);
  });
});

describe.runIf(process.env.UNIPARK_TESTE_BANCO === 'postgres')('two nodes in one hour', () => {
  it('count each passage once, and none waits for ever', async () => {
    const outro = openBanco(teste.installation.DATABASE_URL ?? '');
    const quando = '2026-03-12T13:20:00.000Z';
    const insert = (i: number) =>
      inTransaction(i % 2 ? outro : teste.db, async (trx) => {
        for (const camera of i % 4 < 2 ? ['1', '2'] : ['2', '1']) {
          await trx
            .insertInto('passagens')
            .values({
              ...{ placa: makePlaca(i), chave: makePlaca(i), status: 'ATIVO', nivel: 'exata' },
              ...{ instante: quando, ultima_leitura_em: quando, recebido_em: quando },
              ...{ na_lista: 1, teste: 0, versao: 1, atrasada: 0, busca: '', camera },
            })
            .execute();
        }
      });
    try {
      await Promise.all(Array.from({ length: 60 }, (_, i) => insert(i)));
      expect(await listKept()).toEqual(['2026-03-12T13|1|ATIVO||60', '2026-03-12T13|2|ATIVO||60']);
    } finally {
      await outro.destroy();
    }
  });
});
