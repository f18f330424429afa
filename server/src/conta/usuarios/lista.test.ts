import type { Usuario } from '@unipark/contract/usuario';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { inserir, linhaDeConta } from '../../../test/usuarios.ts';

let teste: TestApp;
let todos: string[];
beforeAll(async () => {
  teste = await buildTestApp();
  const agora = new Date().toISOString();
  await inserir(teste, { name: 'Álvaro Dias', email: 'alvaro@x.br' });
  await inserir(teste, { name: 'ana Maria', email: 'ana-maria@x.br', pendencia: 'aprovacao' });
  await inserir(teste, { name: 'Zuleica', email: 'zu@x.br', pendencia: 'email' });
  await inserir(teste, { name: 'Bento', email: 'b@x.br', desabilitadoEm: agora, admin: 1 });
  await inserir(teste, {
    name: 'Caio',
    email: 'caio@x.br',
    desabilitadoEm: agora,
    pendencia: 'aprovacao',
  });
  await inserir(teste, { id: 'gemea-2', name: 'Gêmea', email: 'g2@x.br' });
  await inserir(teste, { id: 'gemea-1', name: 'gemea', email: 'g1@x.br' });
  todos = ['alvaro@x.br', 'ana-maria@x.br', 'b@x.br', 'caio@x.br', 'g1@x.br', 'g2@x.br'];
  todos.push(CONTA.email, 'zu@x.br');
});
afterAll(() => teste.close());

const pedir = (query = '') => teste.request({ url: `/api/usuarios${query}` });
const emails = async (query = '') =>
  (await pedir(query)).json<Usuario[]>().map(({ email }) => email);

describe('GET /api/usuarios', () => {
  test('everybody by name, without accents and case; who has the same name by id', async () => {
    const resposta = await pedir();
    expect(resposta.statusCode).toBe(200);
    expect(resposta.json<Usuario[]>().map(({ email }) => email)).toEqual(todos);
    expect(resposta.headers['x-total-count']).toBe('8');
    expect(resposta.headers.link).toBeUndefined();
  });

  test('an account as it travels: nothing of its secrets', async () => {
    const [eu] = (await pedir(`?q=${encodeURIComponent('marcia')}`)).json<Usuario[]>();
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
    const id = await inserir(teste, { name: 'Vera', email: 'vera@x.br' });
    const vera = async () => (await pedir('?q=vera')).json<Usuario[]>()[0];
    expect(await vera()).toMatchObject({ vistaEm: null, segundoFator: false });
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
    expect(await vera()).toMatchObject({ vistaEm: vista, segundoFator: false });
    await teste.db.updateTable('totp').set({ confirmado_em: vista }).execute();
    expect(await vera()).toMatchObject({ segundoFator: true });
    await teste.db.deleteFrom('user').where('id', '=', id).execute();
  });

  test.each([
    ['ativa', ['alvaro@x.br', 'g1@x.br', 'g2@x.br', CONTA.email]],
    ['aprovacao', ['ana-maria@x.br']],
    ['email', ['zu@x.br']],
    ['desabilitada', ['b@x.br', 'caio@x.br']],
  ])('situacao=%s', async (situacao, esperados) => {
    expect(await emails(`?situacao=${situacao}`)).toEqual(esperados);
    for (const usuario of (await pedir(`?situacao=${situacao}`)).json<Usuario[]>()) {
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
    const resposta = await pedir(`?q=${encodeURIComponent(q)}`);
    expect(resposta.json<Usuario[]>().map(({ email }) => email)).toEqual(esperados);
    expect(resposta.headers['x-total-count']).toBe(String(esperados.length));
  });

  test('q and situacao together', async () => {
    expect(await emails('?q=x.br&situacao=desabilitada')).toEqual(['b@x.br', 'caio@x.br']);
    expect(await emails('?q=alvaro&situacao=desabilitada')).toEqual([]);
  });

  test('page by page, forth and back, nobody twice and nobody left out', async () => {
    const seguir = (resposta: Awaited<ReturnType<typeof pedir>>, rel: string) =>
      new RegExp(`<([^>]*)>; rel="${rel}"`).exec(String(resposta.headers.link ?? ''))?.[1];
    const ida: string[][] = [];
    let resposta = await pedir('?limite=3');
    for (;;) {
      ida.push(resposta.json<Usuario[]>().map(({ email }) => email));
      expect(resposta.headers['x-total-count']).toBe('8');
      const proxima = seguir(resposta, 'next');
      if (!proxima) break;
      resposta = await teste.request({ url: proxima });
    }
    expect(ida.flat()).toEqual(todos);
    expect(ida.map(({ length }) => length)).toEqual([3, 3, 2]);
    const volta = [ida.at(-1)];
    for (let anterior = seguir(resposta, 'prev'); anterior; anterior = seguir(resposta, 'prev')) {
      resposta = await teste.request({ url: anterior });
      volta.unshift(resposta.json<Usuario[]>().map(({ email }) => email));
    }
    expect(volta).toEqual(ida);
  });

  test('a cursor stays good when its account is gone', async () => {
    const id = await inserir(teste, { name: 'Bela', email: 'bela@x.br' });
    const { headers } = await pedir('?limite=3');
    const proxima = /<([^>]*)>; rel="next"/.exec(String(headers.link))?.[1] ?? '';
    await teste.db.deleteFrom('user').where('id', '=', id).execute();
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
    const resposta = await pedir(query);
    expect(resposta.statusCode).toBe(400);
    expect(Object.keys(resposta.json().campos)).toEqual([campo]);
  });

  test('an unknown word in the query is refused', async () => {
    expect((await pedir('?admin=true')).statusCode).toBe(400);
  });
});

test('five thousand accounts: a search takes no more than a moment', async () => {
  const cheia = await buildTestApp();
  for (let lote = 0; lote < 10; lote += 1) {
    const linhas = Array.from({ length: 500 }, (_, i) => {
      const n = lote * 500 + i;
      return linhaDeConta({ name: `Pessoa Número ${n}`, email: `pessoa${n}@x.br` });
    });
    await cheia.db.insertInto('user').values(linhas).execute();
  }
  const medir = async (url: string) => {
    const inicio = performance.now();
    const resposta = await cheia.request({ url });
    expect(resposta.statusCode).toBe(200);
    return { ms: performance.now() - inicio, resposta };
  };
  await medir('/api/usuarios');
  const { ms, resposta } = await medir('/api/usuarios?q=numero%204999&limite=25');
  expect(resposta.headers['x-total-count']).toBe('1');
  expect((await medir('/api/usuarios')).resposta.headers['x-total-count']).toBe('5001');
  expect(ms).toBeLessThan(1_000);
  await cheia.close();
});
