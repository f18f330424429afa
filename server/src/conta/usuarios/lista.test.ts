import type { Usuario } from '@unipark/contract/usuario';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { buildContaRow, insertConta } from '../../../test/usuarios.ts';

let teste: TestApp;
let todos: string[];
beforeAll(async () => {
  teste = await buildTestApp();
  const agora = new Date().toISOString();
  await insertConta(teste, { nome: 'Álvaro Dias', email: 'alvaro@x.br' });
  await insertConta(teste, { nome: 'ana Maria', email: 'ana-maria@x.br', pendencia: 'aprovacao' });
  await insertConta(teste, { nome: 'Zuleica', email: 'zu@x.br', pendencia: 'email' });
  await insertConta(teste, { nome: 'Bento', email: 'b@x.br', desabilitada_em: agora, admin: 1 });
  await insertConta(teste, {
    nome: 'Caio',
    email: 'caio@x.br',
    desabilitada_em: agora,
    pendencia: 'aprovacao',
  });
  await insertConta(teste, { id: 'gemea-2', nome: 'Gêmea', email: 'g2@x.br' });
  await insertConta(teste, { id: 'gemea-1', nome: 'gemea', email: 'g1@x.br' });
  todos = ['alvaro@x.br', 'ana-maria@x.br', 'b@x.br', 'caio@x.br', 'g1@x.br', 'g2@x.br'];
  todos.push(CONTA.email, 'zu@x.br');
});
afterAll(() => teste.close());

const getUsuarios = (query = '') => teste.request({ url: `/api/usuarios${query}` });
const listEmails = async (query = '') =>
  (await getUsuarios(query)).json<Usuario[]>().map(({ email }) => email);

describe('GET /api/usuarios', () => {
  test('all accounts by name, without accents and case; equal names by id', async () => {
    const resposta = await getUsuarios();
    expect(resposta.statusCode).toBe(200);
    expect(resposta.json<Usuario[]>().map(({ email }) => email)).toEqual(todos);
    expect(resposta.headers['x-total-count']).toBe('8');
    expect(resposta.headers.link).toBeUndefined();
  });

  test('an account on the wire has no secret', async () => {
    const [eu] = (await getUsuarios(`?q=${encodeURIComponent('marcia')}`)).json<Usuario[]>();
    expect(eu).toEqual({
      id: expect.any(String),
      nome: CONTA.name,
      email: CONTA.email,
      fotoUrl: null,
      admin: true,
      situacao: 'ativa',
      emailVerificado: false,
      segundoFator: false,
      criadaEm: expect.stringMatching(/Z$/),
      vistaEm: expect.stringMatching(/Z$/),
    });
  });

  test('last seen by an open session, an outside one too; a second factor only when confirmed', async () => {
    const id = await insertConta(teste, { nome: 'Vera', email: 'vera@x.br' });
    const getVera = async () => (await getUsuarios('?q=vera')).json<Usuario[]>()[0];
    expect(await getVera()).toMatchObject({ vistaEm: null, segundoFator: false });
    const vista = '2026-11-20T10:00:00.000Z';
    const sessao = { conta: id, agente: null, endereco: null, criada_em: vista, vista_em: vista };
    await teste.db
      .insertInto('sessoes_externas')
      .values([
        { ...sessao, sid: 'aberta', encerrada_em: null },
        { ...sessao, sid: 'fim', vista_em: '2026-11-21T10:00:00.000Z', encerrada_em: vista },
      ])
      .execute();
    await teste.db
      .insertInto('totp')
      .values({ conta: id, segredo: 'x', confirmado_em: null })
      .execute();
    expect(await getVera()).toMatchObject({ vistaEm: vista, segundoFator: false });
    await teste.db.updateTable('totp').set({ confirmado_em: vista }).execute();
    expect(await getVera()).toMatchObject({ segundoFator: true });
    await teste.db.deleteFrom('contas').where('id', '=', id).execute();
  });

  test.each([
    ['ativa', ['alvaro@x.br', 'g1@x.br', 'g2@x.br', CONTA.email]],
    ['aprovacao', ['ana-maria@x.br']],
    ['email', ['zu@x.br']],
    ['desabilitada', ['b@x.br', 'caio@x.br']],
  ])('situacao=%s', async (situacao, esperados) => {
    expect(await listEmails(`?situacao=${situacao}`)).toEqual(esperados);
    for (const usuario of (await getUsuarios(`?situacao=${situacao}`)).json<Usuario[]>()) {
      expect(usuario.situacao).toBe(situacao);
    }
  });

  test.each([
    ['ALVARO', ['alvaro@x.br']],
    ['dias alv', ['alvaro@x.br']],
    ['ana-maria', ['ana-maria@x.br']],
    ['g1@x', ['g1@x.br']],
    ['ge', ['g1@x.br', 'g2@x.br']],
    ['em', []],
    ['alvaro zuleica', []],
    ['%%%', []],
    ['--', []],
  ])('q=%s', async (q, esperados) => {
    const resposta = await getUsuarios(`?q=${encodeURIComponent(q)}`);
    expect(resposta.json<Usuario[]>().map(({ email }) => email)).toEqual(esperados);
    expect(resposta.headers['x-total-count']).toBe(String(esperados.length));
  });

  test('q and situacao together', async () => {
    expect(await listEmails('?q=x.br&situacao=desabilitada')).toEqual(['b@x.br', 'caio@x.br']);
    expect(await listEmails('?q=alvaro&situacao=desabilitada')).toEqual([]);
  });

  test('page by page, forwards and backwards, each account exactly once', async () => {
    const findLink = (resposta: Awaited<ReturnType<typeof getUsuarios>>, rel: string) =>
      new RegExp(`<([^>]*)>; rel="${rel}"`).exec(String(resposta.headers.link ?? ''))?.[1];
    const ida: string[][] = [];
    let resposta = await getUsuarios('?limite=3');
    for (;;) {
      ida.push(resposta.json<Usuario[]>().map(({ email }) => email));
      expect(resposta.headers['x-total-count']).toBe('8');
      const proxima = findLink(resposta, 'next');
      if (!proxima) break;
      resposta = await teste.request({ url: proxima });
    }
    expect(ida.flat()).toEqual(todos);
    expect(ida.map(({ length }) => length)).toEqual([3, 3, 2]);
    const volta = [ida.at(-1)];
    for (
      let anterior = findLink(resposta, 'prev');
      anterior;
      anterior = findLink(resposta, 'prev')
    ) {
      resposta = await teste.request({ url: anterior });
      volta.unshift(resposta.json<Usuario[]>().map(({ email }) => email));
    }
    expect(volta).toEqual(ida);
  });

  test('a cursor stays valid after its account was removed', async () => {
    const id = await insertConta(teste, { nome: 'Bela', email: 'bela@x.br' });
    const { headers } = await getUsuarios('?limite=3');
    const proxima = /<([^>]*)>; rel="next"/.exec(String(headers.link))?.[1] ?? '';
    await teste.db.deleteFrom('contas').where('id', '=', id).execute();
    const depois = (await teste.request({ url: proxima })).json<Usuario[]>();
    expect(depois[0]?.email).toBe('b@x.br');
  });

  test.each([
    ['?q=a', 'q'],
    ['?q=aa&q=bb', 'q'],
    [`?q=${'a'.repeat(201)}`, 'q'],
    ['?situacao=todas', 'situacao'],
    ['?limite=0', 'limite'],
    ['?limite=201', 'limite'],
    ['?apos=x', 'apos'],
    ['?antes=!', 'antes'],
    [`?apos=${Buffer.from('["a"]').toString('base64url')}`, 'apos'],
    [`?apos=${Buffer.from('["a",{}]').toString('base64url')}`, 'apos'],
  ])('400 for %s', async (query, campo) => {
    const resposta = await getUsuarios(query);
    expect(resposta.statusCode).toBe(400);
    expect(Object.keys(resposta.json().campos)).toEqual([campo]);
  });

  test('an unknown parameter is refused', async () => {
    expect((await getUsuarios('?admin=true')).statusCode).toBe(400);
  });
});

test('five thousand accounts: a search is fast', async () => {
  const cheia = await buildTestApp();
  for (let lote = 0; lote < 10; lote += 1) {
    const linhas = Array.from({ length: 500 }, (_, i) => {
      const n = lote * 500 + i;
      return buildContaRow({ nome: `Pessoa Número ${n}`, email: `pessoa${n}@x.br` });
    });
    await cheia.db.insertInto('contas').values(linhas).execute();
  }
  const measure = async (url: string) => {
    const inicio = performance.now();
    const resposta = await cheia.request({ url });
    expect(resposta.statusCode).toBe(200);
    return { ms: performance.now() - inicio, resposta };
  };
  await measure('/api/usuarios');
  const { ms, resposta } = await measure('/api/usuarios?q=numero%204999&limite=25');
  expect(resposta.headers['x-total-count']).toBe('1');
  expect((await measure('/api/usuarios')).resposta.headers['x-total-count']).toBe('5001');
  expect(ms).toBeLessThan(1_000);
  await cheia.close();
});
