import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

const get = (url: string) => teste.request({ method: 'GET', url });
const post = (url: string, payload: object) => teste.request({ method: 'POST', url, payload });
const findLink = (resposta: { headers: Record<string, unknown> }, rel: string) =>
  new RegExp(`<([^>]+)>; rel="${rel}"`).exec(String(resposta.headers.link ?? ''))?.[1];

describe.each(['漢', '😀', '각', '"', 'ΐ'])('the longest names, of %s', (letra) => {
  beforeAll(async () => {
    for (const tabela of ['veiculos', 'proprietarios'] as const) {
      await teste.db.deleteFrom(tabela).execute();
    }
    for (const i of [1, 2, 3]) {
      const nome = `${letra.repeat(199)}${i}`;
      const matricula = `${letra.repeat(31)}${i}`;
      const dono = await post('/db/proprietarios', { matricula, nome });
      const carro = await post('/db/veiculos', {
        placa: `ABC1D0${i}`,
        modelo: [...nome].slice(-100).join(''),
      });
      expect([dono.statusCode, carro.statusCode]).toEqual([201, 201]);
    }
  });

  it.each([
    '/db/proprietarios?limite=1',
    '/db/proprietarios?limite=1&ordem=-matricula',
    '/db/veiculos?limite=1&ordem=modelo',
    '/db/veiculos?limite=1&ordem=-modelo',
  ])('are walked forward and back at %s', async (url) => {
    const primeira = await get(url);
    const segunda = await get(findLink(primeira, 'next') as string);
    const terceira = await get(findLink(segunda, 'next') as string);
    expect(terceira.json()).toHaveLength(1);
    expect(findLink(terceira, 'next')).toBeUndefined();
    expect((await get(findLink(terceira, 'prev') as string)).json()).toEqual(segunda.json());
    const distintas = new Set([primeira, segunda, terceira].map(({ body }) => body));
    expect(distintas.size).toBe(3);
  });

  it('are read by their address', async () => {
    const matricula = encodeURIComponent(`${letra.repeat(31)}1`);
    expect((await get(`/db/proprietarios/${matricula}`)).statusCode).toBe(200);
  });
});

it.each(['apos', 'antes'])('a cursor of another origin is refused: %s', async (campo) => {
  const lixo = [
    'lixo',
    'a.b',
    '',
    Buffer.from('[]').toString('base64url'),
    Buffer.from('["-nome_ordem","a","b"]').toString('base64url'),
    Buffer.from('["nome_ordem",1,null]').toString('base64url'),
    'x'.repeat(4_001),
  ];
  for (const cursor of lixo) {
    const resposta = await get(`/db/proprietarios?${campo}=${cursor}`);
    expect(resposta.statusCode).toBe(400);
    expect(resposta.json().campos).toEqual({ [campo]: 'Cursor inválido. Recarregue a lista.' });
  }
});

it.each([
  ['/db/proprietarios', ['nome_ordem', 'a\0', 'b']],
  ['/api/visitantes', ['-id', 'abc', 'abc']],
  ['/api/visitantes', ['-id', '1', '9'.repeat(20)]],
  ['/api/mensagens', ['-id', '', '']],
])('a cursor with a value that the order cannot have is refused: %s %j', async (url, partes) => {
  const cursor = Buffer.from(JSON.stringify(partes)).toString('base64url');
  for (const campo of ['apos', 'antes']) {
    const resposta = await get(`${url}?${campo}=${cursor}`);
    expect([resposta.statusCode, resposta.json().campos]).toEqual([
      400,
      { [campo]: 'Cursor inválido. Recarregue a lista.' },
    ]);
  }
});
