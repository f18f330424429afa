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
  await teste.db.updateTable('contagens').set({ total: 0 }).execute();
});

const criar = (payload: object) => teste.request({ method: 'POST', url: '/db/veiculos', payload });
const criarDono = (matricula = '7', nome = 'Beatriz Helena') =>
  teste.request({ method: 'POST', url: '/db/proprietarios', payload: { matricula, nome } });
const ler = (url: string) => teste.request({ method: 'GET', url });
const ficha = async (placa: string) => (await ler(`/api/veiculos/${placa}/ficha`)).json<Ficha>();
const converter = (placa: string, padrao: unknown, headers = {}) =>
  teste.request({
    method: 'POST',
    url: `/api/veiculos/${placa}/padrao`,
    payload: { padrao },
    headers,
  });
const conversoes = () =>
  teste.db
    .selectFrom('auditoria')
    .select('chave')
    .where('acao', '=', 'converter')
    .execute()
    .then((linhas) => linhas.length);
const registradas = async (): Promise<string[]> =>
  (await ler('/db/veiculos')).json<{ placa: string }[]>().map(({ placa }) => placa);

describe('GET /api/veiculos/{placa}/ficha', () => {
  it('is all that is known of a car, with the version as its ETag', async () => {
    await criarDono();
    const antes = new Date().toISOString();
    await criar({ placa: 'ABC1234', modelo: 'UNO', proprietario_matricula: '7' });
    const resposta = await ler('/api/veiculos/abc-1234/ficha');
    expect([resposta.statusCode, resposta.headers.etag]).toEqual([200, '"1"']);
    const lida = resposta.json<Ficha>();
    expect(lida).toEqual({
      veiculo: (await ler('/db/veiculos/ABC1234')).json(),
      proprietario: { matricula: '7', nome: 'Beatriz Helena' },
      motivo: null,
      gemea: null,
      criadoEm: lida.atualizadoEm,
      atualizadoEm: expect.any(String),
    });
    expect(lida.criadoEm >= antes).toBe(true);
    await teste.request({ method: 'PUT', url: '/db/veiculos/ABC1234', payload: { cor: 'Azul' } });
    const depois = await ficha('ABC1234');
    expect(depois.criadoEm).toBe(lida.criadoEm);
    expect(depois.atualizadoEm > lida.atualizadoEm).toBe(true);
  });

  it('names the twin that is a record of its own, and no car of a like plate', async () => {
    await criar({ placa: 'ABC1234', cor: 'Azul' });
    await criar({ placa: 'ABC1C34', cor: 'Prata' });
    await criar({ placa: 'ABC1C35' });
    expect(await ficha('ABC1234')).toMatchObject({
      veiculo: { placa: 'ABC1234', cor: 'Azul' },
      proprietario: null,
      gemea: { placa: 'ABC1C34', cor: 'Prata', versao: 1 },
    });
    expect((await ficha('ABC1C34')).gemea?.placa).toBe('ABC1234');
    expect((await ficha('ABC1C35')).gemea).toBeNull();
  });

  it('is 404 for a plate nobody registered, its twin or not, and 401 for nobody', async () => {
    await criar({ placa: 'ABC1234' });
    for (const placa of ['ABC1C34', 'ZZZ9Z99', 'lixo']) {
      const resposta = await ler(`/api/veiculos/${placa}/ficha`);
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
  it('puts the same car under its other plate, there and back', async () => {
    await criarDono();
    const dela = {
      ...{ tipo: '1', marca: 'Fiat', modelo: 'UNO', ano: '2010', cor: 'Prata', status: 'ATIVO' },
      ...{ proprietario_matricula: '7', cidade: 'Lavras', estado: 'MG' },
    };
    await criar({ placa: 'ABC1234', ...dela });
    const nova = await converter('abc-1234', 'mercosul');
    expect([nova.statusCode, nova.headers.etag]).toEqual([200, '"2"']);
    expect(nova.json()).toEqual({ placa: 'ABC1C34', ...dela, versao: 2 });
    expect((await ler('/db/veiculos/ABC1C34')).json()).toEqual(nova.json());
    expect((await ler('/db/veiculos/ABC1234')).statusCode).toBe(404);
    expect((await ler('/db/veiculos?limite=1')).headers['x-total-count']).toBe('1');

    const velha = await converter('ABC1C34', 'antiga', { 'if-match': '"2"' });
    expect([velha.statusCode, velha.headers.etag]).toEqual([200, '"3"']);
    expect(velha.json()).toEqual({ placa: 'ABC1234', ...dela, versao: 3 });
    expect(await registradas()).toEqual(['ABC1234']);
  });

  it.each(['ABC1234', 'abc-1234', 'ABC1C34', 'uno', 'beatriz'])(
    'is found by %s afterwards as before',
    async (q) => {
      await criarDono();
      await criar({ placa: 'ABC1234', modelo: 'UNO', proprietario_matricula: '7' });
      const achadas = async () =>
        (await ler(`/db/veiculos/busca?q=${q}`))
          .json<{ value: { placa: string } }[]>()
          .map(({ value }) => value.placa);
      expect(await achadas()).toEqual(['ABC1234']);
      await converter('ABC1234', 'mercosul');
      expect(await achadas()).toEqual(['ABC1C34']);
    },
  );

  it('asked again, by either text, it is done already', async () => {
    await criar({ placa: 'ABC1234' });
    const antes = await conversoes();
    const headers = { 'if-match': '"1"' };
    const primeira = await converter('ABC1234', 'mercosul', headers);
    // The first answer was lost on its way, and the same question comes again.
    for (const placa of ['ABC1234', 'ABC1C34']) {
      const outra = await converter(placa, 'mercosul', headers);
      expect([outra.statusCode, outra.headers.etag]).toEqual([200, '"2"']);
      expect(outra.json()).toEqual(primeira.json());
    }
    expect(await conversoes()).toBe(antes + 1);
    expect(await registradas()).toEqual(['ABC1C34']);
  });

  it.each([
    ['ABC1K34', 'antiga', 409, 'sem-equivalente', /^A placa ABC1K34 não existe no padrão antigo/],
    ['ABC1234', 'antiga', 200, undefined, undefined],
    ['ABC1K34', 'mercosul', 200, undefined, undefined],
    ['ZZZ9Z99', 'antiga', 404, 'nao-encontrado', /^Veículo não encontrado\.$/],
    ['ZZZ9999', 'antiga', 404, 'nao-encontrado', /^Veículo não encontrado\.$/],
    // Its twin is there, and has not the format that is asked for.
    ['ABC1C34', 'mercosul', 404, 'nao-encontrado', /^Veículo não encontrado\.$/],
    ['ABC-1K34', 'mercosul', 404, 'nao-encontrado', /^Veículo não encontrado\.$/],
    ['ABC1234', 'nova', 400, 'dados-invalidos', /^Padrão: use antiga ou mercosul\.$/],
    ['ABC1234', null, 400, 'dados-invalidos', /^Padrão: use antiga ou mercosul\.$/],
    ['ABC1234', ['mercosul'], 400, 'dados-invalidos', /^Padrão: use antiga ou mercosul\.$/],
  ])('%s to %j: %s', async (placa, padrao, status, codigo, frase) => {
    await criar({ placa: 'ABC1234' });
    await criar({ placa: 'ABC1K34' });
    const antes = await conversoes();
    const resposta = await converter(placa, padrao);
    expect(resposta.statusCode).toBe(status);
    if (codigo) {
      expect(resposta.json().codigo).toBe(codigo);
      expect(resposta.json().mensagem).toMatch(frase);
    } else expect([resposta.headers.etag, resposta.json().placa]).toEqual(['"1"', placa]);
    expect(await registradas()).toEqual(['ABC1234', 'ABC1K34']);
    expect(await conversoes()).toBe(antes);
  });

  it('is refused where the other text is a record of its own', async () => {
    await criar({ placa: 'ABC1234', cor: 'Azul' });
    await criar({ placa: 'ABC1C34', cor: 'Prata' });
    for (const [placa, padrao, frase] of [
      ['ABC1234', 'mercosul', 'A placa ABC1C34 já está cadastrada.'],
      ['ABC1C34', 'antiga', 'A placa ABC-1234 já está cadastrada.'],
    ] as const) {
      const resposta = await converter(placa, padrao);
      expect(resposta.statusCode).toBe(409);
      expect(resposta.json()).toMatchObject({ mensagem: frase, campos: { placa: frase } });
    }
    expect((await ler('/db/veiculos')).json()).toMatchObject([
      { placa: 'ABC1234', cor: 'Azul', versao: 1 },
      { placa: 'ABC1C34', cor: 'Prata', versao: 1 },
    ]);
  });

  it('is refused on a version that is no longer, with the record as it stands', async () => {
    await criar({ placa: 'ABC1234' });
    await teste.request({ method: 'PUT', url: '/db/veiculos/ABC1234', payload: { cor: 'Azul' } });
    const resposta = await converter('ABC1234', 'mercosul', { 'if-match': '"1"' });
    expect(resposta.statusCode).toBe(412);
    expect(resposta.json()).toMatchObject({
      mensagem: 'Este veículo foi alterado por outra pessoa.',
      atual: { placa: 'ABC1234', cor: 'Azul', versao: 2 },
    });
    expect(await registradas()).toEqual(['ABC1234']);
  });

  it('is refused without a word of its own, to nobody, and with more than it asks for', async () => {
    await criar({ placa: 'ABC1234' });
    const pedir = (payload: object | undefined, as: string | undefined | null = undefined) =>
      teste.request({
        method: 'POST',
        url: '/api/veiculos/ABC1234/padrao',
        ...(payload && { payload }),
        ...(as !== undefined && { as }),
      });
    expect((await pedir(undefined)).statusCode).toBe(400);
    expect((await pedir({ padrao: 'mercosul', placa: 'XYZ1A23' })).statusCode).toBe(400);
    expect((await pedir({ padrao: 'mercosul' }, null)).statusCode).toBe(401);
    expect(await registradas()).toEqual(['ABC1234']);
  });

  it('is done once, however many ask at the same moment', async () => {
    await criar({ placa: 'ABC1234' });
    const antes = await conversoes();
    const respostas = await Promise.all(
      Array.from({ length: 50 }, () => converter('ABC1234', 'mercosul')),
    );
    expect(new Set(respostas.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(respostas.map(({ body }) => body)).size).toBe(1);
    expect(await conversoes()).toBe(antes + 1);
    expect((await ler('/db/veiculos/ABC1C34')).json().versao).toBe(2);
  });

  it('of a conversion and a registration of the twin one wins, each time', async () => {
    const vencedores = new Set<string>();
    for (let volta = 0; volta < 25; volta += 1) {
      const fim = String(volta).padStart(2, '0');
      const [velha, nova] = [`ABC12${fim}`, `ABC1C${fim}`];
      await criar({ placa: velha });
      const turnos = async (quantos: number) => {
        for (let i = 0; i < quantos; i += 1) await new Promise(setImmediate);
      };
      const [conversao, cadastro] = await Promise.all([
        turnos(volta % 5).then(() => converter(velha, 'mercosul')),
        turnos(volta / 5).then(() => criar({ placa: nova, cor: 'Prata' })),
      ]);
      const codigos = [conversao.statusCode, cadastro.statusCode];
      expect([
        [200, 409],
        [409, 201],
      ]).toContainEqual(codigos);
      vencedores.add(String(codigos));
      expect((await registradas()).filter((placa) => placa.endsWith(fim))).toEqual(
        codigos[0] === 200 ? [nova] : [velha, nova],
      );
    }
    expect(vencedores.size).toBe(2);
  });

  it('two that turn it each its way never leave it doubled nor lost', async () => {
    await criar({ placa: 'ABC1234' });
    const respostas = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        i % 2 === 0 ? converter('ABC1234', 'mercosul') : converter('ABC1C34', 'antiga'),
      ),
    );
    expect(respostas.every(({ statusCode }) => statusCode === 200 || statusCode === 404)).toBe(
      true,
    );
    expect(await registradas()).toHaveLength(1);
  });
});
