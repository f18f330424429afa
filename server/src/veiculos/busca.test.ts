import type { OpcaoVeiculo } from '@unipark/contract/veiculo';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { plansOf, testOfSqlite } from '../../test/planos.ts';
import { search } from './buscaRepo.ts';

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

const get = (url: string) => teste.request({ method: 'GET', url });
const listPlacas = (resposta: { json(): unknown }) =>
  (resposta.json() as OpcaoVeiculo[]).map(({ value }) => value.placa);
const findLink = (resposta: { headers: Record<string, unknown> }, rel: string) =>
  new RegExp(`<([^>]+)>; rel="${rel}"`).exec(String(resposta.headers.link ?? ''))?.[1];

/** Every page of a search, from the first, by its links. */
async function walk(url: string): Promise<string[][]> {
  const paginas: string[][] = [];
  for (let proxima: string | undefined = url; proxima && paginas.length < 20; ) {
    const resposta = await get(proxima);
    paginas.push(listPlacas(resposta));
    proxima = findLink(resposta, 'next');
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
    expect((await get(url)).headers['x-total-count']).toBe('4');
  });

  it('leads back to the first page', async () => {
    const primeira = await get('/db/veiculos/busca?q=abc1234&limite=1');
    const segunda = await get(findLink(primeira, 'next') as string);
    const terceira = await get(findLink(segunda, 'next') as string);
    expect(listPlacas(terceira)).toEqual(['XYZ9A99']);
    const volta = await get(findLink(terceira, 'prev') as string);
    expect(listPlacas(volta)).toEqual(['XYZ9A98']);
    expect(listPlacas(await get(findLink(volta, 'prev') as string))).toEqual([
      'ABC1234',
      'ABC1C34',
    ]);
  });
});

describe('a search for an unregistered plate', () => {
  let similares: TestApp;
  beforeAll(async () => {
    similares = await buildTestApp();
    const dono = { matricula: 'A2O1812', nome: 'Bruno Lima' };
    await similares.request({ method: 'POST', url: '/db/proprietarios', payload: dono });
    for (const [placa, campos] of [
      ['QXJ0D52', { modelo: 'ONIX', status: 'ATIVO' }],
      ['ABC1834', { modelo: 'GOL 1000', status: 'PROIBIDO' }],
      ['HKQ3782', { modelo: 'UNO', status: 'ATIVO' }],
      ['DOD1K11', { status: 'ATIVO' }],
      ['OOD1K11', { status: 'ATIVO' }],
      ['QOD1K17', { status: 'PROIBIDO' }],
      ['QOD1K18', { status: 'ATIVO' }],
      ['GOL1001', { modelo: 'Fusca' }],
      ['AZO1812', { modelo: 'Kombi' }],
      ['ZZZ9Z99', { modelo: 'Reboque de ABC1D23', proprietario_matricula: 'A2O1812' }],
      ...Array.from({ length: 12 }, (_, i) => [`MNP4${'KLMNPRTUVWXY'[i]}77`, { cor: 'Azul' }]),
    ] as [string, object][]) {
      const payload = { placa, ...campos };
      await similares.request({ method: 'POST', url: '/db/veiculos', payload });
    }
  });
  afterAll(() => similares.close());

  const search = async (q: string, resto = '') => {
    const resposta = await similares.request({
      method: 'GET',
      url: `/db/veiculos/busca?q=${encodeURIComponent(q)}${resto}`,
    });
    expect(resposta.statusCode).toBe(200);
    return { placas: listPlacas(resposta), total: Number(resposta.headers['x-total-count']) };
  };

  it.each([
    ['a likely one', 'QXJOD52', ['QXJ0D52']],
    ['two swaps', 'OXJOD52', ['QXJ0D52']],
    ['lower case, with a hyphen', 'qxj-od52', ['QXJ0D52']],
    ['with a space', 'qxj od52', ['QXJ0D52']],
    ['with points', 'q.x.j.od52', ['QXJ0D52']],
    ['three swaps are no likeness', 'OXJOD5Z', []],
    ['a likely one by its twin', 'HKO3H82', ['HKQ3782']],
    ['one substitution', 'HKX3782', ['HKQ3782']],
    ['one substitution in the twin', 'HKX3H82', ['HKQ3782']],
    ['a confusion at the fifth place is possible', 'ABC1B34', ['ABC1834']],
    ['likely ones, and no merely possible one', 'QOD1K11', ['OOD1K11', 'DOD1K11']],
    ['a term with an accent is a word', 'HKX378Á2', []],
    ['six characters', 'HKX378', []],
    ['nothing alike', 'XYZ9K99', []],
  ])('%s: %s shows %j', async (_, q, esperadas) => {
    expect(await search(q)).toEqual({ placas: esperadas, total: esperadas.length });
  });

  it('does not apply to a registered one', async () => {
    expect(await search('QXJ0D52')).toEqual({ placas: ['QXJ0D52'], total: 1 });
    expect(await search('HKQ3H82')).toEqual({ placas: ['HKQ3782'], total: 1 });
    expect(await search('OOD1K11')).toEqual({ placas: ['OOD1K11'], total: 1 });
    // A filter that excludes the car does not make it unknown.
    expect(await search('QOD1K18', '&status=PROIBIDO')).toEqual({ placas: [], total: 0 });
  });

  it('applies the filters', async () => {
    const proibidas = await search('QOD1K11', '&status=PROIBIDO');
    expect(proibidas).toEqual({ placas: ['QOD1K17'], total: 1 });
    expect(await search('QOD1K11', '&status=INDEFINIDO')).toEqual({ placas: [], total: 0 });
    expect(await search('HKX3782', '&sem_proprietario=1')).toMatchObject({ total: 1 });
    expect(await search('HKX3782', '&cor=Azul')).toMatchObject({ total: 0 });
  });

  it('shows ten at most, the same in any order', async () => {
    const { placas: achadas, total } = await search('MNP4S77');
    expect(achadas).toHaveLength(10);
    expect(total).toBe(10);
    for (const ordem of ['modelo', '-placa', '-atualizado']) {
      expect((await search('MNP4S77', `&ordem=${ordem}`)).placas).toEqual(achadas);
    }
    expect((await search('MNP4S77', '&limite=3')).placas).toEqual(achadas);
  });

  it('puts them before the hits of the words, each once, on any page', async () => {
    for (const placa of ['ABC1D28', 'ABC7D23']) {
      const payload = { placa, modelo: `Troca com abc1d2${placa.at(-1)}` };
      await similares.request({ method: 'POST', url: '/db/veiculos', payload });
    }
    const payload = { placa: 'ABC1D73', modelo: 'Carreta ABC1D23' };
    await similares.request({ method: 'POST', url: '/db/veiculos', payload });
    const primeiras = ['ABC1D28', 'ABC1D73', 'ABC7D23'];
    for (const [ordem, resto] of [
      ['placa', ['ZZZ9Z99']],
      ['-modelo', ['ZZZ9Z99']],
    ] as const) {
      for (const limite of [1, 2, 3, 4, 20]) {
        const paginas: string[][] = [];
        let url: string | undefined =
          `/db/veiculos/busca?q=abc1d23&ordem=${ordem}&limite=${limite}`;
        while (url && paginas.length < 9) {
          const resposta: Awaited<ReturnType<typeof similares.request>> = await similares.request({
            method: 'GET',
            url,
          });
          expect(resposta.headers['x-total-count']).toBe('4');
          paginas.push(listPlacas(resposta));
          url = findLink(resposta, 'next');
        }
        expect(paginas[0]?.slice(0, 3).sort()).toEqual(primeiras);
        expect(paginas.flat().slice(3)).toEqual(resto);
      }
    }
  });

  it('does not read a possible model and matrícula as a plate when the words have hits', async () => {
    // A model and a matrícula, although GOL1001 and AZO1812 are registered similar plates.
    expect((await search('gol 1000')).placas).toEqual(['ABC1834']);
    expect((await search('A2O1812')).placas).toEqual(['ZZZ9Z99']);
    // When the words have no hits they may be a plate.
    expect((await search('gol 1O01')).placas).toEqual(['GOL1001']);
    expect((await search('A2O-1B12')).placas).toEqual(['AZO1812']);
  });
});

it('counts a matrícula that only its exact text names', async () => {
  const resposta = await get('/db/proprietarios/busca?q=12%2034');
  expect(resposta.json()).toHaveLength(1);
  expect(resposta.headers['x-total-count']).toBe('1');
  expect((await get('/db/proprietarios/busca?q=ana')).headers['x-total-count']).toBe('1');
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
  const resposta = await get(`/db/veiculos/busca?q=${encodeURIComponent(q)}`);
  const total = String(esperadas.length);
  expect([listPlacas(resposta), resposta.headers['x-total-count']]).toEqual([esperadas, total]);
});

it('refuses more than ten words with a sentence', async () => {
  const resposta = await get('/db/veiculos/busca?q=a+b+c+d+e+f+g+h+i+j+k');
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
    const resposta = await get(url);
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
  expect((await get(`/db/veiculos/${encodeURIComponent(placa)}`)).statusCode).toBe(404);
  expect((await get('/db/veiculos/abc-1234')).statusCode).toBe(200);
});

testOfSqlite('a single character is searched in slices of ids', async () => {
  const passos = await plansOf(teste.db, (trx) => search(trx, 'x', {}));
  expect(passos.join('\n')).toMatch(
    /SEARCH veiculos USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/,
  );
});
