import { CHAVES_VEICULO, type Veiculo } from '@unipark/contract/veiculo';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());
beforeEach(async () => {
  await teste.db.deleteFrom('veiculos').execute();
  await teste.db.deleteFrom('proprietarios').execute();
});

const createVeiculo = (payload: Record<string, unknown>, headers = {}) =>
  teste.request({ method: 'POST', url: '/db/veiculos', payload, headers });
const createDono = (matricula = '7', nome = 'Beatriz Helena') =>
  teste.request({ method: 'POST', url: '/db/proprietarios', payload: { matricula, nome } });
const get = (url: string) => teste.request({ method: 'GET', url });
const updateVeiculo = (placa: string, payload: unknown, headers = {}) =>
  teste.request({
    method: 'PUT',
    url: `/db/veiculos/${placa}`,
    payload: payload as object,
    headers,
  });
const listPlacas = (resposta: { json(): unknown }) =>
  (resposta.json() as (Veiculo & { value?: Veiculo })[]).map(
    (item) => item.placa ?? item.value?.placa,
  );

describe('POST /db/veiculos', () => {
  it('answers all ten fields, null when empty, INDEFINIDO by default', async () => {
    const resposta = await createVeiculo({ placa: ' abc-1234 ' });
    expect(resposta.statusCode).toBe(201);
    // And no other field: neither the row's id nor the search text.
    expect(Object.keys(resposta.json())).toEqual([...CHAVES_VEICULO, 'versao']);
    expect(resposta.json()).toMatchObject({
      placa: 'ABC1234',
      tipo: null,
      marca: null,
      modelo: null,
      ano: null,
      cor: null,
      status: 'INDEFINIDO',
      proprietario_matricula: null,
      cidade: null,
      estado: null,
      versao: 1,
    });
  });

  it('refuses a second vehicle with the plate, in any spelling', async () => {
    await createVeiculo({ placa: 'ABC1234' });
    const resposta = await createVeiculo({ placa: 'abc-1234' });
    expect(resposta.statusCode).toBe(409);
    expect(resposta.json()).toMatchObject({
      mensagem: 'Placa já cadastrada.',
      campos: { placa: 'Placa já cadastrada.' },
    });
    expect(listPlacas(await get('/db/veiculos'))).toEqual(['ABC1234']);
  });

  it('accepts the twin plate: it warns, but does not block', async () => {
    await createVeiculo({ placa: 'ABC1234' });
    expect((await createVeiculo({ placa: 'ABC1C34' })).statusCode).toBe(201);
  });

  it('answers 422 for an owner that does not exist and stores nothing', async () => {
    const resposta = await createVeiculo({ placa: 'ABC1234', proprietario_matricula: '404' });
    expect(resposta.statusCode).toBe(422);
    expect(resposta.json().campos).toEqual({
      proprietario_matricula: 'Proprietário não encontrado.',
    });
    expect(listPlacas(await get('/db/veiculos'))).toEqual([]);
    expect((await get('/db/veiculos?limite=1')).headers['x-total-count']).toBe('0');
  });

  it.each([
    [{}, 'placa'],
    [{ placa: 'ABC-1D23' }, 'placa'],
    [{ placa: 'ABC 1234' }, 'placa'],
    [{ placa: 'ABC1234', tipo: '4' }, 'tipo'],
    [{ placa: 'ABC1234', estado: 'Minas' }, 'estado'],
    [{ placa: 'ABC1234', status: 'x'.repeat(41) }, 'status'],
    [{ placa: 'ABC1234', modelo: { a: 1 } }, 'modelo'],
    [{ placa: 'ABC1234', tipoPlaca: 'Antiga' }, 'tipoPlaca'],
  ])('refuses %j naming %s', async (payload, campo) => {
    const resposta = await createVeiculo(payload);
    expect(resposta.statusCode).toBe(400);
    expect(Object.keys(resposta.json().campos)).toEqual([campo]);
    expect(listPlacas(await get('/db/veiculos'))).toEqual([]);
  });

  it('makes one vehicle of fifty simultaneous posts of the same plate', async () => {
    const respostas = await Promise.all(
      Array.from({ length: 50 }, () => createVeiculo({ placa: 'ABC1D23' })),
    );
    expect(respostas.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(respostas.filter(({ statusCode }) => statusCode === 409)).toHaveLength(49);
  });
});

describe('PUT /db/veiculos/{placa}', () => {
  it('changes sent fields, keeps absent ones, clears those that are null or blank', async () => {
    await createDono();
    await createVeiculo({
      placa: 'ABC1234',
      tipo: '1',
      marca: 'Fiat',
      cor: 'Prata',
      proprietario_matricula: '7',
    });
    const resposta = await updateVeiculo('abc-1234', {
      cor: 'Azul',
      marca: '',
      status: 'proibido',
      marcaLabel: 'x',
    });
    expect(resposta.statusCode).toBe(200);
    expect(resposta.headers.etag).toBe('"2"');
    expect(resposta.json()).toMatchObject({
      placa: 'ABC1234',
      tipo: '1' as const,
      marca: null,
      cor: 'Azul',
      status: 'PROIBIDO',
      proprietario_matricula: '7',
      versao: 2,
    });
    expect((await get('/db/veiculos/ABC1234')).json()).toEqual(resposta.json());
  });

  it('refuses another plate, a stale version and an unknown owner', async () => {
    await createVeiculo({ placa: 'ABC1234' });
    expect((await updateVeiculo('ABC1234', { placa: 'ABC1235' })).statusCode).toBe(400);
    const velha = await updateVeiculo('ABC1234', { cor: 'Azul' }, { 'if-match': '"9"' });
    expect(velha.statusCode).toBe(412);
    expect(velha.json().atual).toMatchObject({ placa: 'ABC1234', versao: 1, cor: null });
    expect((await updateVeiculo('ABC1234', { proprietario_matricula: '404' })).statusCode).toBe(
      422,
    );
    expect((await get('/db/veiculos/ABC1234')).json().versao).toBe(1);
    expect((await updateVeiculo('ZZZ9999', { cor: 'Azul' })).statusCode).toBe(404);
  });

  it('refuses the version of a deleted vehicle whose plate was registered again', async () => {
    await createVeiculo({ placa: 'DEL1A11', status: 'ATIVO' });
    await teste.request({ method: 'DELETE', url: '/db/veiculos/DEL1A11' });
    await createVeiculo({ placa: 'DEL1A11', status: 'PROIBIDO' });
    const velha = await updateVeiculo('DEL1A11', { status: 'ATIVO' }, { 'if-match': '"1"' });
    expect([velha.statusCode, velha.json().atual]).toMatchObject([
      ...[412, { status: 'PROIBIDO', versao: 2 }],
    ]);
  });

  it('refuses the version of a vehicle that has another plate now', async () => {
    await createVeiculo({ placa: 'DEL1234', status: 'ATIVO' });
    const url = '/api/veiculos/DEL1234/padrao';
    await teste.request({ method: 'POST', url, payload: { padrao: 'mercosul' } });
    await createVeiculo({ placa: 'DEL1234', status: 'PROIBIDO' });
    const velha = await updateVeiculo('DEL1234', { status: 'ATIVO' }, { 'if-match': '"1"' });
    expect(velha.statusCode).toBe(412);
  });

  it('writes before and after into the audit trail', async () => {
    await createVeiculo({ placa: 'ABC1234' });
    await updateVeiculo('ABC1234', { status: 'ATIVO' });
    const linha = await teste.db
      .selectFrom('auditoria')
      .innerJoin('auditoria_detalhes', 'auditoria_id', 'auditoria.id')
      .selectAll()
      .where('entidade', '=', 'veiculo')
      .orderBy('auditoria.id', 'desc')
      .executeTakeFirstOrThrow();
    expect(linha).toMatchObject({ acao: 'editar', chave: 'ABC1234', endereco: '127.0.0.1' });
    const detalhe = JSON.parse(linha.detalhe);
    expect([detalhe.antes.status, detalhe.depois.status]).toEqual(['INDEFINIDO', 'ATIVO']);
  });
});

describe('DELETE /db/veiculos/{placa}', () => {
  it('removes once; the second time it is 404', async () => {
    await createVeiculo({ placa: 'ABC1234' });
    const removeVeiculo = () => teste.request({ method: 'DELETE', url: '/db/veiculos/ABC1234' });
    expect((await removeVeiculo()).statusCode).toBe(204);
    expect((await removeVeiculo()).statusCode).toBe(404);
    expect((await get('/db/veiculos/ABC1234')).json()).toMatchObject({
      mensagem: 'Veículo não encontrado.',
    });
    expect((await get('/db/veiculos/busca?q=abc1234')).json()).toEqual([]);
  });

  it('keeps a vehicle that has changed since the version of the request', async () => {
    await createVeiculo({ placa: 'ABC1234', status: 'ATIVO' });
    const url = '/db/veiculos/ABC1234';
    await teste.request({ method: 'PUT', url, payload: { status: 'PROIBIDO' } });
    const removeVersao = (versao: number) =>
      teste.request({ method: 'DELETE', url, headers: { 'if-match': `"${versao}"` } });
    const velha = await removeVersao(1);
    expect([velha.statusCode, velha.json().atual]).toMatchObject([412, { status: 'PROIBIDO' }]);
    expect((await get(url)).statusCode).toBe(200);
    expect((await removeVersao(velha.json().atual.versao)).statusCode).toBe(204);
  });
});

describe('lists and searches of vehicles', () => {
  beforeEach(async () => {
    await createDono();
    await createVeiculo({
      placa: 'ABC1234',
      modelo: 'UNO MILLE 1.0',
      cor: 'Branca',
      status: 'ATIVO',
      tipo: '1',
    });
    await createVeiculo({
      placa: 'ABC1C34',
      modelo: 'Uno',
      cor: 'Prata',
      status: 'PROIBIDO',
      tipo: '1',
    });
    await createVeiculo({
      placa: 'RIO2A18',
      modelo: 'CRETA 1.6 16V',
      cor: 'Grená',
      proprietario_matricula: '7',
      tipo: '1',
    });
    await createVeiculo({ placa: 'OQN7B10', modelo: 'CG-160 FAN', status: 'Visitante', tipo: '2' });
  });

  it.each([
    ['ordem=placa', ['ABC1234', 'ABC1C34', 'OQN7B10', 'RIO2A18']],
    ['ordem=-placa', ['RIO2A18', 'OQN7B10', 'ABC1C34', 'ABC1234']],
    ['ordem=modelo', ['OQN7B10', 'RIO2A18', 'ABC1C34', 'ABC1234']],
    ['ordem=cor', ['OQN7B10', 'ABC1234', 'RIO2A18', 'ABC1C34']],
    ['ordem=status', ['ABC1234', 'RIO2A18', 'ABC1C34', 'OQN7B10']],
    ['status=ativo', ['ABC1234']],
    ['status=visitante', ['OQN7B10']],
    ['tipo=2', ['OQN7B10']],
    ['cor=grena', ['RIO2A18']],
    ['sem_proprietario=1', ['ABC1234', 'ABC1C34', 'OQN7B10']],
    ['status=ativo&cor=prata', []],
  ])('lists by %s, whole and paged alike', async (consulta, esperadas) => {
    expect(listPlacas(await get(`/db/veiculos?${consulta}`))).toEqual(esperadas);
    expect(listPlacas(await get(`/db/veiculos?${consulta}&limite=50`))).toEqual(esperadas);
  });

  it.each([
    ['abc1234', ['ABC1234', 'ABC1C34']],
    ['ABC-1234', ['ABC1234', 'ABC1C34']],
    ['abc1c34', ['ABC1C34', 'ABC1234']],
    ['uno', ['ABC1234', 'ABC1C34']],
    ['uno prata', ['ABC1C34']],
    ['grena', ['RIO2A18']],
    ['beatriz', ['RIO2A18']],
    ['1.6', ['RIO2A18']],
    ['cg 160', ['OQN7B10']],
    ['cg160', []],
    ['cg-160', ['OQN7B10']],
    ['visitante', ['OQN7B10']],
    ['un', ['ABC1234', 'ABC1C34']],
    ['no', []],
    ['2a1', ['RIO2A18']],
    ['%', undefined],
    ['__', []],
    ['"', undefined],
    ['a*', []],
    ['uno OR cg', []],
    ['- -', []],
  ])('finds by %j', async (q, esperadas) => {
    const resposta = await get(`/db/veiculos/busca?q=${encodeURIComponent(q)}`);
    if (esperadas === undefined) expect(resposta.statusCode).toBe(400);
    else expect(listPlacas(resposta)).toEqual(esperadas);
  });

  it('labels an item and pages a search', async () => {
    const exata = await get('/db/veiculos/busca?q=abc1c34&limite=1');
    expect(exata.json()[0].label).toBe('ABC1C34 - Uno');
    const uno = await get('/db/veiculos/busca?q=uno&limite=1&ordem=-placa');
    expect([listPlacas(uno), uno.headers['x-total-count']]).toEqual([['ABC1C34'], '2']);
    const link = /<([^>]+)>; rel="next"/.exec(String(uno.headers.link))?.[1] as string;
    expect(listPlacas(await get(link))).toEqual(['ABC1234']);
  });

  it('keeps the rest of the address behind a second question mark in the link', async () => {
    for (const placa of ['ZZZ1A11', 'ZZZ1A12']) await createVeiculo({ placa, modelo: 'Ka?2' });
    onTestFinished(async () => {
      await teste.db.deleteFrom('veiculos').where('placa', 'like', 'ZZZ1A1_').execute();
    });
    const { headers } = await get('/db/veiculos/busca?q=ka?2&limite=1&ordem=-placa');
    expect(headers.link).toContain('q=ka?2&limite=1&ordem=-placa&apos=');
  });
});

describe('broad lists', () => {
  it('streams the whole register and walks an order beyond 1,000 hits', async () => {
    const linhas = Array.from({ length: 1_300 }, (_, i) => ({
      placa: `AAA${Math.floor(i / 1000)}A${String(i % 100).padStart(2, '0')}${i}`.slice(0, 12),
      chave: String(i),
      tipo: '1' as const,
      marca: null,
      modelo: `Gol ${i}`,
      ano: null,
      cor: null,
      status: 'ATIVO',
      proprietario_matricula: null,
      cidade: null,
      estado: null,
      modelo_ordem: `gol ${String(i).padStart(5, '0')}`,
      cor_ordem: '',
      status_ordem: 'ativo',
      busca_propria: ` p${i} gol ${i}`,
      busca: ` p${i} gol ${i}`,
      versao: 1,
      criado_em: '',
      atualizado_em: '',
    }));
    for (let i = 0; i < linhas.length; i += 100) {
      await teste.db
        .insertInto('veiculos')
        .values(linhas.slice(i, i + 100))
        .execute();
    }
    expect((await get('/db/veiculos')).json()).toHaveLength(1_300);
    const ampla = await get('/db/veiculos/busca?q=gol&ordem=modelo&limite=3');
    expect(ampla.json().map((item: { value: Veiculo }) => item.value.modelo)).toEqual([
      'Gol 0',
      'Gol 1',
      'Gol 2',
    ]);
    expect(ampla.headers['x-total-count']).toBe('1300');
    const filtrada = await get('/db/veiculos?status=ativo&limite=1');
    expect(filtrada.headers['x-total-count']).toBe('1300');
  });
});
