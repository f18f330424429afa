import { Problema } from '@unipark/contract/problema';
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
});

const createProprietario = (
  matricula: string,
  nome: string,
  headers: Record<string, string> = {},
) =>
  teste.request({
    method: 'POST',
    url: '/db/proprietarios',
    payload: { matricula, nome },
    headers,
  });
const get = (url: string) => teste.request({ method: 'GET', url });
const listAudited = () =>
  teste.db.selectFrom('auditoria').selectAll().where('entidade', '=', 'proprietario').execute();

describe('POST /db/proprietarios', () => {
  it('creates the owner, keeps leading zeros and writes the audit row', async () => {
    const antes = (await listAudited()).length;
    const resposta = await createProprietario(' 000874 ', ' Sônia Regina Abreu ');
    expect(resposta.statusCode).toBe(201);
    const novo = { matricula: '000874', nome: 'Sônia Regina Abreu', versao: 1 };
    expect(resposta.json()).toEqual({ ...novo, email: null, telefone: null });
    expect(resposta.headers.etag).toBe('"1"');
    expect((await get('/db/proprietarios')).json()).toEqual([{ ...novo, veiculos: 0 }]);
    const depois = await listAudited();
    expect(depois.length).toBe(antes + 1);
    expect(depois.at(-1)).toMatchObject({ acao: 'criar', chave: '000874' });
  });

  it('answers a duplicate matrícula with 409 and changes nothing', async () => {
    await createProprietario('1', 'Ana');
    const resposta = await createProprietario('1', 'Bia');
    expect(resposta.statusCode).toBe(409);
    expect(Problema.parse(resposta.json())).toMatchObject({
      mensagem: 'Matrícula já cadastrada.',
      error: 'Matrícula já cadastrada.',
      campos: { matricula: 'Matrícula já cadastrada.' },
    });
    expect((await get('/db/proprietarios')).json()).toHaveLength(1);
  });

  it.each([
    [{ matricula: ' ', nome: 'Ana' }, 'matricula'],
    [{ matricula: '1', nome: '' }, 'nome'],
    [{ matricula: '1' }, 'nome'],
    [{ matricula: 1, nome: 'Ana' }, 'matricula'],
    [{ matricula: ['1'], nome: 'Ana' }, 'matricula'],
    [{ matricula: '1', nome: 'a\u0007' }, 'nome'],
    [{ matricula: '1'.repeat(33), nome: 'Ana' }, 'matricula'],
    [{ matricula: '1', nome: 'Ana', extra: 1 }, 'extra'],
  ])('refuses %j naming %s', async (payload, campo) => {
    const resposta = await teste.request({ method: 'POST', url: '/db/proprietarios', payload });
    expect(resposta.statusCode).toBe(400);
    expect(Object.keys(Problema.parse(resposta.json()).campos ?? {})).toEqual([campo]);
    expect((await get('/db/proprietarios')).json()).toEqual([]);
  });

  it('repeats the first answer to the same Idempotency-Key, and refuses another body', async () => {
    const chave = { 'idempotency-key': 'envio-1' };
    const primeira = await createProprietario('7', 'Ana', chave);
    const segunda = await createProprietario('7', 'Ana', chave);
    expect([primeira.statusCode, segunda.statusCode]).toEqual([201, 201]);
    expect(segunda.json()).toEqual(primeira.json());
    expect([primeira.headers.etag, segunda.headers.etag]).toEqual(['"1"', '"1"']);
    expect((await createProprietario('8', 'Bia', chave)).statusCode).toBe(422);
    expect((await get('/db/proprietarios')).json()).toHaveLength(1);
  });
});

describe('GET and PUT /db/proprietarios/{matricula}', () => {
  it('renames, bumps the version and finds the vehicles by the new name', async () => {
    await createProprietario('5', 'Ana');
    const veiculo = { placa: 'ABC1D23', proprietario_matricula: '5' };
    await teste.request({ method: 'POST', url: '/db/veiculos', payload: veiculo });
    const url = '/db/proprietarios/5';
    const payload = { nome: 'Beatriz' };
    const resposta = await teste.request({
      method: 'PUT',
      url,
      payload,
      headers: { 'if-match': '"1"' },
    });
    expect(resposta.statusCode).toBe(200);
    expect(resposta.json()).toMatchObject({ matricula: '5', nome: 'Beatriz', versao: 2 });
    expect((await get(url)).headers).toMatchObject({ etag: '"2"', 'x-veiculos': '1' });
    expect((await get('/db/veiculos/busca?q=beatriz')).json()).toHaveLength(1);
    expect((await get('/db/veiculos/busca?q=ana')).json()).toEqual([]);
  });

  it('refuses a stale edit with the current record', async () => {
    await createProprietario('5', 'Ana');
    const updateProprietario = (nome: string) =>
      teste.request({
        method: 'PUT',
        url: '/db/proprietarios/5',
        payload: { nome },
        headers: { 'if-match': '"1"' },
      });
    await updateProprietario('Bia');
    const resposta = await updateProprietario('Caio');
    expect(resposta.statusCode).toBe(412);
    expect(resposta.json()).toMatchObject({ atual: { nome: 'Bia', versao: 2 } });
  });

  it('refuses the version of a deleted owner whose matrícula was registered again', async () => {
    await createProprietario('del-1', 'Ana');
    await teste.request({ method: 'DELETE', url: '/db/proprietarios/del-1' });
    await createProprietario('del-1', 'Rui');
    const velha = await teste.request({
      ...{ method: 'PUT', url: '/db/proprietarios/del-1', payload: { nome: 'Ana Lima' } },
      headers: { 'if-match': '"1"' },
    });
    expect([velha.statusCode, velha.json().atual]).toMatchObject([412, { nome: 'Rui', versao: 2 }]);
  });

  it('answers 404 for an unknown matrícula, on every verb', async () => {
    const url = '/db/proprietarios/nada';
    const respostas = await Promise.all([
      get(url),
      teste.request({ method: 'PUT', url, payload: { nome: 'X' } }),
      teste.request({ method: 'DELETE', url }),
    ]);
    for (const resposta of respostas) {
      expect(resposta.statusCode).toBe(404);
      expect(resposta.json()).toMatchObject({ mensagem: 'Proprietário não encontrado.' });
    }
  });
});

describe('DELETE /db/proprietarios/{matricula}', () => {
  it('removes an owner without vehicles', async () => {
    await createProprietario('5', 'Ana');
    expect((await teste.request({ method: 'DELETE', url: '/db/proprietarios/5' })).statusCode).toBe(
      204,
    );
    expect((await get('/db/proprietarios')).json()).toEqual([]);
    expect((await get('/db/proprietarios?limite=5')).headers['x-total-count']).toBe('0');
  });

  it('keeps an owner who has changed since the version of the request', async () => {
    await createProprietario('5', 'Ana');
    const url = '/db/proprietarios/5';
    await teste.request({ method: 'PUT', url, payload: { nome: 'Ana Lima' } });
    const removeVersao = (versao: number) =>
      teste.request({ method: 'DELETE', url, headers: { 'if-match': `"${versao}"` } });
    const velha = await removeVersao(1);
    expect([velha.statusCode, velha.json().atual]).toMatchObject([412, { nome: 'Ana Lima' }]);
    expect((await removeVersao(velha.json().atual.versao)).statusCode).toBe(204);
  });

  it('keeps an owner with vehicles and answers their number', async () => {
    await createProprietario('5', 'Ana');
    for (const placa of ['ABC1D23', 'ABC1D24']) {
      const payload = { placa, proprietario_matricula: '5' };
      await teste.request({ method: 'POST', url: '/db/veiculos', payload });
    }
    const resposta = await teste.request({ method: 'DELETE', url: '/db/proprietarios/5' });
    expect(resposta.statusCode).toBe(409);
    expect(resposta.json().mensagem).toBe(
      'Este proprietário possui 2 veículos. Transfira ou exclua os veículos antes de excluir o proprietário.',
    );
    await teste.request({ method: 'DELETE', url: '/db/veiculos/ABC1D24' });
    const comUm = await teste.request({ method: 'DELETE', url: '/db/proprietarios/5' });
    expect(comUm.json().mensagem).toBe(
      'Este proprietário possui 1 veículo. Transfira ou exclua o veículo antes de excluir o proprietário.',
    );
    expect((await get('/db/proprietarios')).json()).toHaveLength(1);
  });
});

describe('GET /db/proprietarios, paged and searched', () => {
  const nomes = ['Álvaro', 'Ana Silva', 'ana souza', 'Bruno', 'Çamila'];
  beforeEach(async () => {
    for (const [i, nome] of nomes.entries()) await createProprietario(`20${i}`, nome);
  });
  const listNomes = (resposta: { json(): unknown }) =>
    (resposta.json() as { nome?: string; value?: { nome: string } }[]).map(
      (p) => p.nome ?? p.value?.nome,
    );
  const findLink = (resposta: { headers: Record<string, unknown> }, rel: string) =>
    new RegExp(`<([^>]+)>; rel="${rel}"`).exec(String(resposta.headers.link ?? ''))?.[1];

  it('walks forward and back by its links, in folded order', async () => {
    const primeira = await get('/db/proprietarios?limite=2');
    expect(listNomes(primeira)).toEqual(['Álvaro', 'Ana Silva']);
    expect(primeira.headers['x-total-count']).toBe('5');
    expect(findLink(primeira, 'prev')).toBeUndefined();
    const segunda = await get(findLink(primeira, 'next') as string);
    expect(listNomes(segunda)).toEqual(['ana souza', 'Bruno']);
    const terceira = await get(findLink(segunda, 'next') as string);
    expect(listNomes(terceira)).toEqual(['Çamila']);
    expect(findLink(terceira, 'next')).toBeUndefined();
    expect(listNomes(await get(findLink(terceira, 'prev') as string))).toEqual([
      'ana souza',
      'Bruno',
    ]);
    expect(listNomes(await get(findLink(segunda, 'prev') as string))).toEqual([
      'Álvaro',
      'Ana Silva',
    ]);
  });

  it('orders by the last change, newest first', async () => {
    for (const [i, matricula] of ['202', '200', '204', '201', '203'].entries()) {
      const quando = { atualizado_em: `2026-11-0${i + 1}T12:00:00.000Z` };
      await teste.db
        .updateTable('proprietarios')
        .set(quando)
        .where('matricula', '=', matricula)
        .execute();
    }
    const primeira = await get('/db/proprietarios?limite=3&ordem=-atualizado');
    expect(listNomes(primeira)).toEqual(['Bruno', 'Ana Silva', 'Çamila']);
    const segunda = await get(findLink(primeira, 'next') as string);
    expect(listNomes(segunda)).toEqual(['Álvaro', 'ana souza']);
    await teste.request({ method: 'PUT', url: '/db/proprietarios/202', payload: { nome: 'Zé' } });
    expect(listNomes(await get('/db/proprietarios?limite=1&ordem=-atualizado'))).toEqual(['Zé']);
  });

  it('reverses an order and refuses an unknown one, and a cursor of another', async () => {
    expect(listNomes(await get('/db/proprietarios?limite=1&ordem=-nome'))).toEqual(['Çamila']);
    expect((await get('/db/proprietarios?limite=1&ordem=senha')).statusCode).toBe(400);
    const proxima = findLink(await get('/db/proprietarios?limite=1'), 'next') as string;
    expect((await get(`${proxima}&ordem=-nome`)).statusCode).toBe(400);
    expect((await get('/db/proprietarios?apos=lixo')).statusCode).toBe(400);
    expect((await get('/db/proprietarios?limite=201')).statusCode).toBe(400);
    expect((await get('/db/proprietarios?limite=1&limite=2')).statusCode).toBe(400);
  });

  it.each([
    ['ana', ['Ana Silva', 'ana souza']],
    ['SILVA ana', ['Ana Silva']],
    ['camila', ['Çamila']],
    ['br', ['Bruno']],
    ['ru', []],
    ['lva', ['Álvaro', 'Ana Silva']],
    ['203', ['Bruno']],
    ['%25%25', []],
    ['an*', []],
    ['ana" OR "a', []],
  ])('finds by %s', async (q, esperados) => {
    expect(listNomes(await get(`/db/proprietarios/busca?q=${q}`))).toEqual(esperados);
  });

  it.each(["d'avila", 'd’ávi', "sant'ana", 'sant’ana', 'd´avila'])(
    'finds an apostrophe in either sign by %s',
    async (q) => {
      await createProprietario('30', 'Sara D’Ávila Sant’Ana');
      await createProprietario('31', "Rui D'Ávila Sant'Ana");
      const achados = await get(`/db/proprietarios/busca?q=${encodeURIComponent(q)}`);
      expect(listNomes(achados)).toEqual(["Rui D'Ávila Sant'Ana", 'Sara D’Ávila Sant’Ana']);
    },
  );

  it('puts an exact matrícula first and labels each item', async () => {
    await createProprietario('20', 'Zuleica');
    const itens = (await get('/db/proprietarios/busca?q=20')).json();
    expect(itens[0]).toMatchObject({ label: 'Zuleica - 20', value: { matricula: '20' } });
    expect(itens).toHaveLength(6);
    expect((await get('/db/proprietarios/busca?q=a')).statusCode).toBe(400);
    expect((await get('/db/proprietarios/busca')).statusCode).toBe(400);
  });
});
