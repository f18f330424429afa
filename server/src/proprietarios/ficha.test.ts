/** An owner's page: the contact, the vehicles, the passages, and who changed what. */
import type { Alteracao } from '@unipark/contract/alteracao';
import type { Passagem } from '@unipark/contract/passagem';
import { Problema } from '@unipark/contract/problema';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../test/app.ts';
import { plansOf, testOfSqlite } from '../../test/planos.ts';
import { list } from './repo.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

const CONTATO = { email: 'ana@exemplo.com.br', telefone: '(35) 99123-4567' };
const GUARDADO = { email: 'ana@exemplo.com.br', telefone: '35991234567' };
const URL_DELA = '/db/proprietarios/42';
const FICHA = '/api/proprietarios/42/ficha';
const ALTERACOES = '/api/proprietarios/42/alteracoes';

const get = (url: string) => teste.request({ method: 'GET', url });
const post = (url: string, payload: object) => teste.request({ method: 'POST', url, payload });
const put = (payload: object, headers: Record<string, string> = {}) =>
  teste.request({ method: 'PUT', url: URL_DELA, payload, headers });
const createDona = (campos: object = {}) =>
  post('/db/proprietarios', { matricula: '42', nome: 'Ana', ...campos });
const createVeiculo = (placa: string, dono: string | null = '42') =>
  post('/db/veiculos', { placa, proprietario_matricula: dono });

beforeEach(async () => {
  await teste.db.deleteFrom('veiculos').execute();
  await teste.db.deleteFrom('proprietarios').execute();
});

describe('the contact', () => {
  it('is empty unless it is sent, and is in the answers of one owner only', async () => {
    expect((await createDona()).json()).toMatchObject({ email: null, telefone: null });
    expect((await put({ nome: 'Ana', ...CONTATO })).json()).toMatchObject(GUARDADO);
    expect((await get(URL_DELA)).json()).toMatchObject(GUARDADO);
    expect((await get(FICHA)).json().proprietario).toEqual({
      matricula: '42',
      nome: 'Ana',
      versao: 2,
      ...GUARDADO,
    });
    await createVeiculo('ABC1D23');
    for (const url of [
      '/db/proprietarios',
      '/db/proprietarios?limite=5',
      '/db/proprietarios/busca?q=ana',
      '/db/veiculos?limite=5',
      '/api/veiculos/ABC1D23/ficha',
      '/api/veiculos/ABC1D23/historico',
    ]) {
      const { statusCode, body } = await get(url);
      expect([url, statusCode]).toEqual([url, 200]);
      expect(body).not.toContain('exemplo');
      expect(body).not.toContain('99123');
    }
    // A search must not answer whose telephone it is.
    for (const q of ['exemplo', '99123']) {
      expect((await get(`/db/proprietarios/busca?q=${q}`)).json()).toEqual([]);
    }
  });

  it('comes with the registration; an edit without it keeps it, and a blank removes it', async () => {
    expect((await createDona(CONTATO)).json()).toMatchObject(GUARDADO);
    expect((await put({ nome: 'Ana Souza' })).json()).toMatchObject({ versao: 2, ...GUARDADO });
    expect((await put({ nome: 'Ana Souza', email: ' ', telefone: null })).json()).toMatchObject({
      email: null,
      telefone: null,
    });
  });

  it('of another edit is in the answer of a stale one', async () => {
    await createDona();
    await put({ nome: 'Ana', ...CONTATO });
    const velha = await put({ nome: 'Ana', email: null }, { 'if-match': '"1"' });
    expect(velha.statusCode).toBe(412);
    expect(velha.json()).toMatchObject({ atual: { versao: 2, ...GUARDADO } });
  });

  it.each([
    [{ email: 'ana' }, 'email', 'E-mail: informe um endereço completo, como nome@exemplo.com.br.'],
    [{ email: 7 }, 'email', 'E-mail: informe um texto.'],
    [
      { telefone: '99123-4567' },
      'telefone',
      'Telefone: informe DDD e número, como (35) 99123-4567.',
    ],
    [{ telefone: '1'.repeat(41) }, 'telefone', 'Telefone: use no máximo 40 caracteres.'],
  ])('%j is refused in words', async (campos, campo, frase) => {
    const resposta = await createDona(campos);
    expect(resposta.statusCode).toBe(400);
    expect(Problema.parse(resposta.json()).campos).toEqual({ [campo]: frase });
    expect((await get(URL_DELA)).statusCode).toBe(404);
  });
});

describe('the number of vehicles', () => {
  it('is in every list and on the page', async () => {
    await createDona();
    await post('/db/proprietarios', { matricula: '43', nome: 'Bia' });
    for (const placa of ['ABC1D23', 'ABC1D24']) await createVeiculo(placa);
    await createVeiculo('ABC1D25', null);
    for (const url of [
      '/db/proprietarios',
      '/db/proprietarios?limite=5',
      '/db/proprietarios/busca?q=42',
    ]) {
      const itens = (await get(url)).json<({ value?: object } & object)[]>();
      expect(itens.map((item) => item.value ?? item)[0]).toMatchObject({ veiculos: 2 });
    }
    expect((await get('/db/proprietarios?limite=5')).json()[1]).toMatchObject({ veiculos: 0 });
    expect((await get(FICHA)).json()).toMatchObject({ veiculos: 2 });
  });

  testOfSqlite(
    'is counted for all owners of a page by one statement on the index alone',
    async () => {
      await createDona();
      const passos = await plansOf(teste.db, (trx) => list(trx, { limite: 25 }));
      expect(passos.filter((passo) => /veiculos/.test(passo))).toEqual([
        'SEARCH veiculos USING COVERING INDEX veiculos_proprietario_matricula_placa_idx (proprietario_matricula=?)',
      ]);
      expect(passos.filter((passo) => /TEMP B-TREE/.test(passo))).toEqual([]);
    },
  );
});

describe('the lists of one owner', () => {
  beforeEach(async () => {
    await createDona();
    await createVeiculo('ABC1D23');
    await createVeiculo('XYZ9K42', null);
  });

  it('GET /db/veiculos?proprietario= has the owner’s vehicles, not those that contain the text', async () => {
    const listPlacas = async (url: string) =>
      (await get(url))
        .json<{ placa?: string; value: { placa: string } }[]>()
        .map((item) => item.placa ?? item.value.placa);
    expect(await listPlacas('/db/veiculos?proprietario=42&limite=5')).toEqual(['ABC1D23']);
    expect(await listPlacas('/db/veiculos?proprietario=42')).toEqual(['ABC1D23']);
    expect(await listPlacas('/db/veiculos?proprietario=4&limite=5')).toEqual([]);
    expect(await listPlacas('/db/veiculos/busca?q=42&proprietario=42')).toEqual(['ABC1D23']);
    expect(await listPlacas('/db/veiculos/busca?q=xyz&proprietario=42')).toEqual([]);
  });

  it('GET /api/passagens?proprietario= has the passages of these vehicles, by either plate', async () => {
    for (const placa of ['ABC1D23', 'ABC1323', 'XYZ9K42']) {
      await post('/db/ultimosveiculos', { placa, camera: placa === 'ABC1323' ? '2' : '1' });
    }
    const search = async (consulta: string) =>
      (await get(`/api/passagens?${consulta}`)).json<Passagem[]>().map(({ placa }) => placa);
    expect(await search('')).toHaveLength(3);
    expect(await search('proprietario=42')).toEqual(['ABC1323', 'ABC1D23']);
    expect(await search('proprietario=42&camera=1')).toEqual(['ABC1D23']);
    expect(await search('proprietario=42&q=abc')).toEqual(['ABC1323', 'ABC1D23']);
    expect(await search('proprietario=42&q=xyz')).toEqual([]);
    expect(await search('proprietario=4')).toEqual([]);
    expect((await get('/api/passagens?proprietario=')).statusCode).toBe(400);
  });
});

describe('GET /api/proprietarios/{matricula}/alteracoes', () => {
  it('tells who changed what, newest first, in pages; reading it is audited', async () => {
    await createDona();
    await put({ nome: 'Ana Souza' });
    await put({ nome: 'Ana Souza', ...CONTATO });
    const todas = (await get(ALTERACOES)).json<Alteracao[]>();
    expect(todas.map(({ acao, quem }) => [acao, quem])).toEqual([
      ['editar', CONTA.name],
      ['editar', CONTA.name],
      ['criar', CONTA.name],
    ]);
    expect(todas[0]?.campos).toEqual([
      { campo: 'email', antes: null, depois: GUARDADO.email },
      { campo: 'telefone', antes: null, depois: GUARDADO.telefone },
    ]);
    expect(todas[1]?.campos).toEqual([{ campo: 'nome', antes: 'Ana', depois: 'Ana Souza' }]);

    const lidas: Alteracao[] = [];
    let url: string | undefined = `${ALTERACOES}?limite=2`;
    while (url) {
      const resposta = await get(url);
      lidas.push(...resposta.json<Alteracao[]>());
      url = /<([^>]+)>; rel="next"/.exec(String(resposta.headers.link ?? ''))?.[1];
    }
    expect(lidas).toEqual(todas);
    expect((await get(`${ALTERACOES}?apos=lixo`)).statusCode).toBe(400);
    const consultas = await teste.db
      .selectFrom('auditoria')
      .select('chave')
      .where('acao', '=', 'consultar')
      .where('entidade', '=', 'historico')
      .orderBy('id')
      .execute();
    expect(consultas.at(-1)).toEqual({ chave: '42' });
  });

  it('begins at the registration: an earlier person with the same matrícula is not shown', async () => {
    await createDona({ nome: 'Outra Pessoa', ...CONTATO });
    await teste.request({ method: 'DELETE', url: URL_DELA });
    await createDona();
    for (const limite of [50, 1]) {
      const resposta = await get(`${ALTERACOES}?limite=${limite}`);
      expect(resposta.json()).toHaveLength(1);
      expect(resposta.headers.link).toBeUndefined();
      expect(resposta.body).not.toContain('Outra');
    }
  });
});

it('an unknown owner has no page', async () => {
  const resposta = await get(FICHA);
  expect(resposta.statusCode).toBe(404);
  expect(resposta.json()).toMatchObject({ mensagem: 'Proprietário não encontrado.' });
});
