import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { until } from '../../test/espera.ts';
import { testOfSqlite } from '../../test/planos.ts';
import { type ProvedorFipeDeTeste, startProvedorFipe } from '../../test/provedorFipe.ts';
import { buildTabela } from '../../test/respostasFipe.ts';
import { inTransaction } from '../platform/db/banco.ts';
import { activate, add, begin, findAtiva } from './edicoesRepo.ts';
import { findNivel, saveNivel } from './niveisRepo.ts';
import { listOcorrencias } from './ocorrenciasRepo.ts';
import type { Cadeia } from './provedores/provedor.ts';
import { createSobDemanda } from './sobDemanda.ts';

let deles: ProvedorFipeDeTeste;
let teste: TestApp;

/** Activates an edition with two makes of cars, and one model of the first. */
async function useEdicao({ db }: TestApp): Promise<number> {
  return inTransaction(db, async (trx) => {
    const { id } = await begin(trx, { origem: 'arquivo', situacao: 'antiga' });
    await add(trx, id, {
      marcas: [
        { tipo: '1', codigo: '1', nome: 'Fiat', posicao: 0 },
        { tipo: '1', codigo: '2', nome: 'Ford', posicao: 1 },
      ],
      modelos: [{ tipo: '1', marca: '1', codigo: '1001', nome: 'UNO', posicao: 0 }],
      anos: [],
    });
    await activate(trx, id);
    return id;
  });
}

beforeAll(async () => {
  deles = await startProvedorFipe();
});
afterAll(() => deles.stop());
beforeEach(async () => {
  deles.fault(null);
  deles.tabela = buildTabela();
  deles.historico.length = 0;
  teste = await buildTestApp({ env: deles.env('parallelum') });
  await useEdicao(teste);
});
afterEach(async () => {
  vi.useRealTimers();
  await teste.close();
});

interface OfficialOption {
  Label: string;
  Value: string;
}

async function ask(caminho: string, de: TestApp = teste): Promise<OfficialOption[]> {
  const resposta = await de.request({ method: 'POST', url: `/fipe/${caminho}` });
  expect(resposta.statusCode).toBe(200);
  return resposta.json().data;
}

const asked = (): string[] => deles.historico.map(({ linha }) => linha);

/** Changes how long ago a level was requested. */
const age = async (marca: string, modelo: string, ms: number): Promise<void> => {
  await teste.db
    .updateTable('catalogo_niveis')
    .set({ consultado_em: new Date(Date.now() - ms).toISOString() })
    .where('marca', '=', marca)
    .where('modelo', '=', modelo)
    .execute();
};

const getEdicaoAtiva = async (): Promise<number> => (await findAtiva(teste.db))?.id ?? 0;

describe('an empty level', () => {
  test('is requested once, stored, and then answered from the tables', async () => {
    expect(await ask('1/1/1001')).toEqual([
      { Label: 'Zero km Flex', Value: '32000-5' },
      { Label: '2025 Flex', Value: '2025-5' },
    ]);
    deles.fault('hang');
    expect(await ask('1/1/1001')).toHaveLength(2);
    expect(asked()).toEqual(['parallelum GET /cars/brands/1/models/1001/years']);
    const ativa = await findAtiva(teste.db);
    expect(ativa).toMatchObject({ marcas: 2, modelos: 1, anos: 2 });
    expect(
      await findNivel(teste.db, ativa?.id ?? 0, { tipo: '1', marca: '1', modelo: '1001' }),
    ).toMatchObject({ achados: 2 });
  });

  test('may be one of makes, and then one of models below it', async () => {
    expect(await ask('2')).toHaveLength(3);
    expect((await ask('2/3'))[0]).toEqual({ Label: 'Modelo 3001 1.1 Flex', Value: '3001' });
    expect(await findAtiva(teste.db)).toMatchObject({ marcas: 5, modelos: 5 });
  });

  test('requested by twenty at once is one request, and stored once', async () => {
    deles.fault({ slow: 50 });
    const list = vi.fn();
    const outra = await buildTestApp({
      env: deles.env('parallelum'),
      dubles: { wrapCadeia: (real) => ({ ...real, list: list.mockImplementation(real.list) }) },
    });
    await useEdicao(outra);
    const respostas = await Promise.all(Array.from({ length: 20 }, () => ask('1/2', outra)));
    await outra.close();
    expect(respostas.every((data) => data.length === 4)).toBe(true);
    expect(asked()).toHaveLength(1);
    expect(list).toHaveBeenCalledOnce();
  });

  test('filled by another caller after it was read is not requested', async () => {
    await ask('1/1/1001');
    const list = vi.fn();
    const cadeia = { list, temProvedores: true } as Partial<Cadeia> as Cadeia;
    const sobDemanda = createSobDemanda({ db: teste.db, cadeia, log: teste.app.log });
    expect(await sobDemanda.complete({ tipo: '1', marca: '1', modelo: '1001' })).toBeUndefined();
    expect(list).not.toHaveBeenCalled();
  });

  test('without items at the provider is not requested again for an hour', async () => {
    deles.tabela = { ...deles.tabela, listAnos: () => [] };
    expect(await ask('1/1/1001')).toEqual([]);
    expect(await ask('1/1/1001')).toEqual([]);
    expect(asked()).toHaveLength(1);
    await age('1', '1001', 3_601_000);
    await ask('1/1/1001');
    expect(asked()).toHaveLength(2);
  });

  test.each(['1/99', '1/1/9', '2/1', '2/1/1001', '9', '1/1/..', '1/%00'])(
    '%s: nothing is requested below an unknown code',
    async (caminho) => {
      expect(await ask(caminho)).toEqual([]);
      expect(asked()).toEqual([]);
    },
  );
});

describe('a provider that hangs', () => {
  beforeEach(() => deles.fault('hang'));

  test('delays a caller by two seconds at most, and only once for the same level', async () => {
    const inicio = performance.now();
    expect(await ask('1/1/1001')).toEqual([]);
    const primeira = performance.now() - inicio;
    expect(primeira).toBeGreaterThan(1_500);
    expect(primeira).toBeLessThan(2_000);
    expect(await ask('1/1/1001')).toEqual([]);
    expect(performance.now() - inicio - primeira).toBeLessThan(300);
    expect(asked()).toHaveLength(1);
    await until(async () =>
      expect(await listOcorrencias(teste.db)).toEqual([
        expect.objectContaining({ provedor: 'parallelum', motivo: 'Não respondeu em 1,8 s.' }),
      ]),
    );
  });

  test('is not asked for levels in the tables', async () => {
    const inicio = performance.now();
    expect(await ask('1')).toHaveLength(2);
    expect(await ask('1/1')).toHaveLength(1);
    expect(performance.now() - inicio).toBeLessThan(300);
    expect(asked()).toEqual([]);
  });
});

test('a failure is forgotten after a while', async () => {
  deles.fault({ status: 500 });
  expect(await ask('1/2')).toEqual([]);
  deles.fault(null);
  expect(await ask('1/2')).toEqual([]);
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 60_001);
  expect(await ask('1/2')).toHaveLength(4);
});

describe('an old answer', () => {
  const DIAS = 86_400_000;

  test('is given at once, and requested again in the background', async () => {
    expect(await ask('1/1/1001')).toHaveLength(2);
    await age('1', '1001', 31 * DIAS);
    deles.tabela = {
      ...deles.tabela,
      listAnos: () => [
        { codigo: '2026-5', nome: '2026 Flex' },
        { codigo: '2025-5', nome: '2025 Flex' },
      ],
    };
    deles.fault({ slow: 1_000 });
    const inicio = performance.now();
    expect(await ask('1/1/1001')).toHaveLength(2);
    await ask('1/1/1001');
    expect(performance.now() - inicio).toBeLessThan(990);
    await until(async () => expect(await ask('1/1/1001')).toHaveLength(3));
    expect((await ask('1/1/1001')).map(({ Value }) => Value)).toContain('2026-5');
    expect(asked()).toHaveLength(2);
  });

  test('stays when the provider fails, or has no items any more', async () => {
    expect(await ask('1/1/1001')).toHaveLength(2);
    await age('1', '1001', 31 * DIAS);
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const fault of ['garbage', { status: 404 }] as const) {
      deles.fault(fault);
      const antes = asked().length;
      // Each try is a minute later: the failure before may be remembered.
      await until(async () => {
        vi.setSystemTime(Date.now() + 61_000);
        expect(await ask('1/1/1001')).toHaveLength(2);
        expect(asked().length).toBeGreaterThan(antes);
      });
    }
  });

  test('that is being requested does not delay the stop of the server', async () => {
    await ask('1/1/1001');
    await age('1', '1001', 31 * DIAS);
    deles.fault('hang');
    await ask('1/1/1001');
    await until(() => expect(asked()).toHaveLength(2));
    const inicio = performance.now();
    await teste.app.close();
    expect(performance.now() - inicio).toBeLessThan(1_000);
  });

  test('of less than thirty days is not requested again', async () => {
    await ask('1/1/1001');
    await age('1', '1001', 29 * DIAS);
    await ask('1/1/1001');
    await ask('1');
    await sleep(100);
    expect(asked()).toHaveLength(1);
  });
});

test('an answer for one edition is not written into the next', async () => {
  deles.fault({ slow: 150 });
  const velha = await getEdicaoAtiva();
  const pergunta = ask('1/1/1001');
  await until(() => expect(asked()).toHaveLength(1));
  const nova = await useEdicao(teste);
  expect(await pergunta).toHaveLength(2);
  for (const edicao of [velha, nova]) {
    expect(
      await findNivel(teste.db, edicao, { tipo: '1', marca: '1', modelo: '1001' }),
    ).toBeUndefined();
  }
  expect(await teste.db.selectFrom('fipe_anos').selectAll().execute()).toEqual([]);
});

// PostgreSQL's own connections would be counted.
testOfSqlite('without a provider the server sends no request; with one it does', async () => {
  let saidas = 0;
  const count = (): void => {
    saidas += 1;
  };
  // Node publishes every connection that this process opens, and every `fetch` request.
  const canais = ['net.client.socket', 'undici:request:create'];
  for (const canal of canais) subscribe(canal, count);
  const list = vi.fn();
  const fechada = await buildTestApp({ dubles: { wrapCadeia: (real) => ({ ...real, list }) } });
  try {
    const edicao = await useEdicao(fechada);
    await inTransaction(fechada.db, (trx) => saveNivel(trx, edicao, { tipo: '1' }, 2));
    await fechada.db
      .updateTable('catalogo_niveis')
      .set({ consultado_em: '2020-01-01T00:00:00.000Z' })
      .execute();
    expect(await ask('1', fechada)).toHaveLength(2);
    for (const caminho of ['2', '1/2', '1/1/1001', '1/99']) {
      expect(await ask(caminho, fechada)).toEqual([]);
    }
    await sleep(50);
    expect(saidas).toBe(0);
    expect(list).not.toHaveBeenCalled();
    await ask('1/2');
    expect(saidas).toBeGreaterThan(0);
  } finally {
    for (const canal of canais) unsubscribe(canal, count);
    await fechada.close();
  }
});
