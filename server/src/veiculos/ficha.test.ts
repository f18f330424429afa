import type { Ficha } from '@unipark/contract/ficha';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());
beforeEach(async () => {
  await teste.db.deleteFrom('veiculos').execute();
  await teste.db.deleteFrom('proprietarios').execute();
  // Without them the versions of each test's records begin at 1.
  await teste.db.deleteFrom('auditoria_detalhes').execute();
});

const createVeiculo = (payload: object) =>
  teste.request({ method: 'POST', url: '/db/veiculos', payload });
const createDono = (matricula = '7', nome = 'Beatriz Helena') =>
  teste.request({ method: 'POST', url: '/db/proprietarios', payload: { matricula, nome } });
const get = (url: string) => teste.request({ method: 'GET', url });
const getFicha = async (placa: string) => (await get(`/api/veiculos/${placa}/ficha`)).json<Ficha>();
const convert = (placa: string, padrao: unknown, headers = {}) =>
  teste.request({
    method: 'POST',
    url: `/api/veiculos/${placa}/padrao`,
    payload: { padrao },
    headers,
  });
const countConversoes = () =>
  teste.db
    .selectFrom('auditoria')
    .select('chave')
    .where('acao', '=', 'converter')
    .execute()
    .then((linhas) => linhas.length);
const listPlacas = async (): Promise<string[]> =>
  (await get('/db/veiculos')).json<{ placa: string }[]>().map(({ placa }) => placa);

describe('GET /api/veiculos/{placa}/ficha', () => {
  it('is all that is known of a car, with the version as its ETag', async () => {
    await createDono();
    const antes = new Date().toISOString();
    await createVeiculo({ placa: 'ABC1234', modelo: 'UNO', proprietario_matricula: '7' });
    const resposta = await get('/api/veiculos/abc-1234/ficha');
    expect([resposta.statusCode, resposta.headers.etag]).toEqual([200, '"1"']);
    const lida = resposta.json<Ficha>();
    expect(lida).toEqual({
      veiculo: (await get('/db/veiculos/ABC1234')).json(),
      proprietario: { matricula: '7', nome: 'Beatriz Helena' },
      motivo: null,
      gemea: null,
      criado_em: lida.atualizado_em,
      atualizado_em: expect.any(String),
    });
    expect(lida.criado_em >= antes).toBe(true);
    await teste.request({ method: 'PUT', url: '/db/veiculos/ABC1234', payload: { cor: 'Azul' } });
    const depois = await getFicha('ABC1234');
    expect(depois.criado_em).toBe(lida.criado_em);
    expect(depois.atualizado_em > lida.atualizado_em).toBe(true);
  });

  it('names the twin that has its own record, and no car of a similar plate', async () => {
    await createVeiculo({ placa: 'ABC1234', cor: 'Azul' });
    await createVeiculo({ placa: 'ABC1C34', cor: 'Prata' });
    await createVeiculo({ placa: 'ABC1C35' });
    expect(await getFicha('ABC1234')).toMatchObject({
      veiculo: { placa: 'ABC1234', cor: 'Azul' },
      proprietario: null,
      gemea: { placa: 'ABC1C34', cor: 'Prata', versao: 1 },
    });
    expect((await getFicha('ABC1C34')).gemea?.placa).toBe('ABC1234');
    expect((await getFicha('ABC1C35')).gemea).toBeNull();
  });

  it('is 404 for an unregistered plate, with or without a twin, and 401 without a session', async () => {
    await createVeiculo({ placa: 'ABC1234' });
    for (const placa of ['ABC1C34', 'ZZZ9Z99', 'lixo']) {
      const resposta = await get(`/api/veiculos/${placa}/ficha`);
      expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
        404,
        'Veículo não encontrado.',
      ]);
    }
    const url = '/api/veiculos/ABC1234/ficha';
    expect((await teste.request({ method: 'GET', url, as: null })).statusCode).toBe(401);
  });
});

describe('POST /api/veiculos/{placa}/padrao', () => {
  it('changes the same car to its other plate, and back', async () => {
    await createDono();
    const dela = {
      ...{ tipo: '1', marca: 'Fiat', modelo: 'UNO', ano: '2010', cor: 'Prata', status: 'ATIVO' },
      ...{ proprietario_matricula: '7', cidade: 'Lavras', estado: 'MG' },
    };
    await createVeiculo({ placa: 'ABC1234', ...dela });
    const antes = (await get('/db/veiculos/ABC1234')).json();
    expect(antes).toMatchObject(dela);
    const nova = await convert('abc-1234', 'mercosul');
    expect([nova.statusCode, nova.headers.etag]).toEqual([200, '"2"']);
    expect(nova.json()).toEqual({ ...antes, placa: 'ABC1C34', versao: 2 });
    expect((await get('/db/veiculos/ABC1C34')).json()).toEqual(nova.json());
    expect((await get('/db/veiculos/ABC1234')).statusCode).toBe(404);
    expect((await get('/db/veiculos?limite=1')).headers['x-total-count']).toBe('1');

    const velha = await convert('ABC1C34', 'antiga', { 'if-match': '"2"' });
    expect([velha.statusCode, velha.headers.etag]).toEqual([200, '"3"']);
    expect(velha.json()).toEqual({ ...antes, versao: 3 });
    expect(await listPlacas()).toEqual(['ABC1234']);
  });

  it.each(['ABC1234', 'abc-1234', 'ABC1C34', 'uno', 'beatriz'])(
    'is found by %s afterwards as before',
    async (q) => {
      await createDono();
      await createVeiculo({ placa: 'ABC1234', modelo: 'UNO', proprietario_matricula: '7' });
      const searchPlacas = async () =>
        (await get(`/db/veiculos/busca?q=${q}`))
          .json<{ value: { placa: string } }[]>()
          .map(({ value }) => value.placa);
      expect(await searchPlacas()).toEqual(['ABC1234']);
      await convert('ABC1234', 'mercosul');
      expect(await searchPlacas()).toEqual(['ABC1C34']);
    },
  );

  it('repeated, by either text, it succeeds without a change', async () => {
    await createVeiculo({ placa: 'ABC1234' });
    const antes = await countConversoes();
    const headers = { 'if-match': '"1"' };
    const primeira = await convert('ABC1234', 'mercosul', headers);
    // The first answer was lost, and the same request comes again.
    for (const placa of ['ABC1234', 'ABC1C34']) {
      const outra = await convert(placa, 'mercosul', headers);
      expect([outra.statusCode, outra.headers.etag]).toEqual([200, '"2"']);
      expect(outra.json()).toEqual(primeira.json());
    }
    expect(await countConversoes()).toBe(antes + 1);
    expect(await listPlacas()).toEqual(['ABC1C34']);
  });

  it.each([
    ['ABC1K34', 'antiga', 409, 'sem-equivalente', /^A placa ABC1K34 não existe no padrão antigo/],
    ['ABC1234', 'antiga', 200, undefined, undefined],
    ['ABC1K34', 'mercosul', 200, undefined, undefined],
    ['ZZZ9Z99', 'antiga', 404, 'nao-encontrado', /^Veículo não encontrado\.$/],
    ['ZZZ9999', 'antiga', 404, 'nao-encontrado', /^Veículo não encontrado\.$/],
    // Its twin exists, but not in the requested format.
    ['ABC1C34', 'mercosul', 404, 'nao-encontrado', /^Veículo não encontrado\.$/],
    ['ABC-1K34', 'mercosul', 404, 'nao-encontrado', /^Veículo não encontrado\.$/],
    ['ABC1234', 'nova', 400, 'dados-invalidos', /^Padrão: use antiga ou mercosul\.$/],
    ['ABC1234', null, 400, 'dados-invalidos', /^Padrão: use antiga ou mercosul\.$/],
    ['ABC1234', ['mercosul'], 400, 'dados-invalidos', /^Padrão: use antiga ou mercosul\.$/],
  ])('%s to %j: %s', async (placa, padrao, status, codigo, frase) => {
    await createVeiculo({ placa: 'ABC1234' });
    await createVeiculo({ placa: 'ABC1K34' });
    const antes = await countConversoes();
    const resposta = await convert(placa, padrao);
    expect(resposta.statusCode).toBe(status);
    if (codigo) {
      expect(resposta.json().codigo).toBe(codigo);
      expect(resposta.json().mensagem).toMatch(frase);
    } else expect([resposta.headers.etag, resposta.json().placa]).toEqual(['"1"', placa]);
    expect(await listPlacas()).toEqual(['ABC1234', 'ABC1K34']);
    expect(await countConversoes()).toBe(antes);
  });

  it('is refused when the other text has its own record', async () => {
    await createVeiculo({ placa: 'ABC1234', cor: 'Azul' });
    await createVeiculo({ placa: 'ABC1C34', cor: 'Prata' });
    for (const [placa, padrao, frase] of [
      ['ABC1234', 'mercosul', 'A placa ABC1C34 já está cadastrada.'],
      ['ABC1C34', 'antiga', 'A placa ABC-1234 já está cadastrada.'],
    ] as const) {
      const resposta = await convert(placa, padrao);
      expect(resposta.statusCode).toBe(409);
      expect(resposta.json()).toMatchObject({ mensagem: frase, campos: { placa: frase } });
    }
    expect((await get('/db/veiculos')).json()).toMatchObject([
      { placa: 'ABC1234', cor: 'Azul', versao: 1 },
      { placa: 'ABC1C34', cor: 'Prata', versao: 1 },
    ]);
  });

  it('is refused on an old version, with the current record', async () => {
    await createVeiculo({ placa: 'ABC1234' });
    await teste.request({ method: 'PUT', url: '/db/veiculos/ABC1234', payload: { cor: 'Azul' } });
    const resposta = await convert('ABC1234', 'mercosul', { 'if-match': '"1"' });
    expect(resposta.statusCode).toBe(412);
    expect(resposta.json()).toMatchObject({
      mensagem: 'Este veículo foi alterado por outra pessoa.',
      atual: { placa: 'ABC1234', cor: 'Azul', versao: 2 },
    });
    expect(await listPlacas()).toEqual(['ABC1234']);
  });

  it('is refused without a body, without a session, and with extra fields', async () => {
    await createVeiculo({ placa: 'ABC1234' });
    const ask = (payload: object | undefined, as: string | undefined | null = undefined) =>
      teste.request({
        method: 'POST',
        url: '/api/veiculos/ABC1234/padrao',
        ...(payload && { payload }),
        ...(as !== undefined && { as }),
      });
    expect((await ask(undefined)).statusCode).toBe(400);
    expect((await ask({ padrao: 'mercosul', placa: 'XYZ1A23' })).statusCode).toBe(400);
    expect((await ask({ padrao: 'mercosul' }, null)).statusCode).toBe(401);
    expect(await listPlacas()).toEqual(['ABC1234']);
  });

  it('is done once by simultaneous requests', async () => {
    await createVeiculo({ placa: 'ABC1234' });
    const antes = await countConversoes();
    const respostas = await Promise.all(
      Array.from({ length: 50 }, () => convert('ABC1234', 'mercosul')),
    );
    expect(new Set(respostas.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(respostas.map(({ body }) => body)).size).toBe(1);
    expect(await countConversoes()).toBe(antes + 1);
    expect((await get('/db/veiculos/ABC1C34')).json().versao).toBe(2);
  });

  it('of a conversion and a registration of the twin one wins, each time', async () => {
    const vencedores = new Set<string>();
    for (let volta = 0; volta < 25; volta += 1) {
      const fim = String(volta).padStart(2, '0');
      const [velha, nova] = [`ABC12${fim}`, `ABC1C${fim}`];
      await createVeiculo({ placa: velha });
      const waitTurns = async (quantos: number) => {
        for (let i = 0; i < quantos; i += 1) await new Promise(setImmediate);
      };
      const [conversao, cadastro] = await Promise.all([
        waitTurns(volta % 5).then(() => convert(velha, 'mercosul')),
        waitTurns(volta / 5).then(() => createVeiculo({ placa: nova, cor: 'Prata' })),
      ]);
      const codigos = [conversao.statusCode, cadastro.statusCode];
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual(codigos);
      vencedores.add(String(codigos));
      expect((await listPlacas()).filter((placa) => placa.endsWith(fim))).toEqual(
        codigos[0] === 200 ? [nova] : [velha, nova],
      );
    }
    expect(vencedores.size).toBe(2);
  });

  it('two opposite conversions never double or lose it', async () => {
    await createVeiculo({ placa: 'ABC1234' });
    const respostas = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        i % 2 === 0 ? convert('ABC1234', 'mercosul') : convert('ABC1C34', 'antiga'),
      ),
    );
    // 503: so many at once did not all get their turn on a slow machine.
    expect(respostas.filter(({ statusCode }) => ![200, 404, 503].includes(statusCode))).toEqual([]);
    expect(await listPlacas()).toHaveLength(1);
  });
});
