import type { OpcaoVeiculo } from '@unipark/contract/veiculo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
  const dono = { matricula: '12 34', nome: 'Ana Beatriz' };
  await teste.request({ method: 'POST', url: '/db/proprietarios', payload: dono });
  for (const [placa, modelo] of [
    ['ABC1234', 'Gol A'],
    ['ABC1C34', 'Gol B'],
    ['XYZ9A99', 'ABC1234 de brinquedo'],
    ['XYZ9A98', 'Carreta abc1234'],
  ]) {
    await teste.request({ method: 'POST', url: '/db/veiculos', payload: { placa, modelo } });
  }
});
afterAll(() => teste.close());

const ler = (url: string) => teste.request({ method: 'GET', url });
const placas = (resposta: { json(): unknown }) =>
  (resposta.json() as OpcaoVeiculo[]).map(({ value }) => value.placa);
const link = (resposta: { headers: Record<string, unknown> }, rel: string) =>
  new RegExp(`<([^>]+)>; rel="${rel}"`).exec(String(resposta.headers.link ?? ''))?.[1];

/** Every page of a search, from the first, by its links. */
async function walk(url: string): Promise<string[][]> {
  const paginas: string[][] = [];
  for (let proxima: string | undefined = url; proxima && paginas.length < 20; ) {
    const resposta = await ler(proxima);
    paginas.push(placas(resposta));
    proxima = link(resposta, 'next');
  }
  return paginas;
}

describe('a search that names a plate', () => {
  it.each([
    [1, [['ABC1234', 'ABC1C34'], ['XYZ9A98'], ['XYZ9A99']]],
    [
      2,
      [
        ['ABC1234', 'ABC1C34'],
        ['XYZ9A98', 'XYZ9A99'],
      ],
    ],
    [3, [['ABC1234', 'ABC1C34', 'XYZ9A98'], ['XYZ9A99']]],
    [9, [['ABC1234', 'ABC1C34', 'XYZ9A98', 'XYZ9A99']]],
  ])('shows it and its twin first, and the rest %i by %i', async (limite, esperadas) => {
    const url = `/db/veiculos/busca?q=abc1234&limite=${limite}`;
    expect(await walk(url)).toEqual(esperadas);
    expect((await ler(url)).headers['x-total-count']).toBe('4');
  });

  it('leads back to where it began', async () => {
    const primeira = await ler('/db/veiculos/busca?q=abc1234&limite=1');
    const segunda = await ler(link(primeira, 'next') as string);
    const terceira = await ler(link(segunda, 'next') as string);
    expect(placas(terceira)).toEqual(['XYZ9A99']);
    const volta = await ler(link(terceira, 'prev') as string);
    expect(placas(volta)).toEqual(['XYZ9A98']);
    expect(placas(await ler(link(volta, 'prev') as string))).toEqual(['ABC1234', 'ABC1C34']);
  });
});

it('counts a matrícula that only its exact text names', async () => {
  const resposta = await ler('/db/proprietarios/busca?q=12%2034');
  expect(resposta.json()).toHaveLength(1);
  expect(resposta.headers['x-total-count']).toBe('1');
  expect((await ler('/db/proprietarios/busca?q=ana')).headers['x-total-count']).toBe('1');
});

it.each([
  ['a b', ['ABC1C34', 'XYZ9A99']],
  ['g a', ['ABC1234', 'ABC1C34']],
  ['g b', ['ABC1C34']],
  ['gol b b B g', ['ABC1C34']],
  ['g-b', ['ABC1C34']],
  ['q w', []],
  ['a b c d e f g h i j', []],
])('finds by the single letters of %j, and counts them', async (q, esperadas) => {
  const resposta = await ler(`/db/veiculos/busca?q=${encodeURIComponent(q)}`);
  const total = String(esperadas.length);
  expect([placas(resposta), resposta.headers['x-total-count']]).toEqual([esperadas, total]);
});

it('refuses more than ten words with a sentence', async () => {
  const resposta = await ler('/db/veiculos/busca?q=a+b+c+d+e+f+g+h+i+j+k');
  expect(resposta.statusCode).toBe(400);
  expect(resposta.json().campos).toEqual({ q: 'Busca: use no máximo 10 palavras.' });
});

describe.each(['%00', '%07', '%E2%80%8B', '%E2%80%AE', '%C2%85'])('%s is 400', (proibido) => {
  it.each([
    `/db/veiculos/busca?q=ab${proibido}`,
    `/db/proprietarios/busca?q=ab${proibido}`,
    `/db/cidades/busca?q=ab${proibido}`,
    `/db/ultimosveiculos/busca?q=ab${proibido}`,
    `/db/veiculos?cor=azul${proibido}`,
    `/db/veiculos?limite=5&status=${proibido}ativo`,
    `/db/veiculos/ABC1234${proibido}`,
    `/db/proprietarios/12%2034${proibido}`,
  ])('at %s', async (url) => {
    const resposta = await ler(url);
    expect(resposta.statusCode).toBe(400);
    expect(resposta.json().mensagem).toContain('retire os caracteres');
  });

  it('for every verb', async () => {
    for (const url of [`/db/veiculos/ABC1234${proibido}`, `/db/proprietarios/7${proibido}`]) {
      for (const method of ['PUT', 'DELETE'] as const) {
        const payload = method === 'PUT' ? { nome: 'Ana' } : undefined;
        expect((await teste.request({ method, url, payload })).statusCode).toBe(400);
      }
    }
  });
});

it.each(['ıbc1234', 'XYZ-9A99', 'X-YZ9A99'])('has no vehicle at %s', async (placa) => {
  expect((await ler(`/db/veiculos/${encodeURIComponent(placa)}`)).statusCode).toBe(404);
  expect((await ler('/db/veiculos/abc-1234')).statusCode).toBe(200);
});
