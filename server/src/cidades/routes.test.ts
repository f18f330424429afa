import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp({ seeded: true });
});
afterAll(() => teste.close());

const ler = (url: string) => teste.request({ method: 'GET', url });
const perguntar = (url: string, payload?: object) =>
  teste.request({ method: 'POST', url, payload });
const rotulos = async (q: string) =>
  ((await ler(`/db/cidades/busca?q=${encodeURIComponent(q)}`)).json() as { label: string }[]).map(
    ({ label }) => label,
  );

describe('GET /db/cidades', () => {
  it('lists all municipalities of IBGE', async () => {
    const cidades = (await ler('/db/cidades')).json();
    expect(cidades).toHaveLength(5_571);
    expect(cidades).toContainEqual({ nome: 'Lavras', estado: 'MG' });
  });

  it('searches without accents, exact state first, then beginnings, twenty at most', async () => {
    const lavras = await rotulos('lavras');
    expect(lavras[0]).toBe('Lavras - MG');
    expect(lavras).toContain('Lavras da Mangabeira - CE');
    expect((await rotulos('sao jo')).every((rotulo) => rotulo.startsWith('São Jo'))).toBe(true);
    expect((await rotulos('lavr')).slice(0, 2)).toEqual([
      'Lavras - MG',
      'Lavras da Mangabeira - CE',
    ]);
    expect((await rotulos('bom jesus')).slice(0, 3)).toEqual([
      'Bom Jesus - PB',
      'Bom Jesus - PI',
      'Bom Jesus - RN',
    ]);
    expect((await rotulos('lavras mg'))[0]).toBe('Lavras - MG');
    expect(await rotulos('mg')).toHaveLength(20);
    expect((await rotulos('mg')).every((rotulo) => rotulo.endsWith(' - MG'))).toBe(true);
    expect(await rotulos('mogi-mirim')).toEqual(['Mogi Mirim - SP']);
    expect(await rotulos('zzz')).toEqual([]);
    expect(await rotulos('--')).toEqual([]);
    expect(await rotulos('\u0301\u0302')).toEqual([]);
    expect(await rotulos('lavras -')).toEqual(lavras);
  });

  it('answers items with label and value, and 400 under two characters', async () => {
    expect((await ler('/db/cidades/busca?q=lavras')).json()[0]).toEqual({
      label: 'Lavras - MG',
      value: { nome: 'Lavras', estado: 'MG' },
    });
    expect((await ler('/db/cidades/busca?q=l')).statusCode).toBe(400);
  });
});

describe('POST /fipe', () => {
  it('answers makes, models and years, each level by the codes above it', async () => {
    const marcas = (await perguntar('/fipe/1')).json().data as { Label: string; Value: string }[];
    expect(marcas.length).toBeGreaterThanOrEqual(25);
    const fiat = marcas.find(({ Label }) => Label === 'Fiat');
    expect(fiat).toEqual({ Label: 'Fiat', Value: '21' });
    const modelos = (await perguntar('/fipe/1/21', {})).json().data as {
      Label: string;
      Value: string;
    }[];
    expect(modelos.length).toBeGreaterThan(10);
    const anos = (await perguntar(`/fipe/1/21/${modelos[0]?.Value}`)).json().data;
    expect(anos[0].Label).toMatch(/^(\d{4}|Zero km) \S+/);
    expect((await perguntar('/fipe/2')).json().data.length).toBeGreaterThanOrEqual(10);
    expect((await perguntar('/fipe/3')).json().data.length).toBeGreaterThanOrEqual(8);
  });

  it.each([
    '/fipe/9',
    '/fipe/1/%00',
    "/fipe/1/'--",
    '/fipe/1/21/..%2f..',
    '/fipe/1/99999999999999999999',
  ])('answers %s with an empty list', async (url) => {
    const resposta = await perguntar(url);
    expect([resposta.statusCode, resposta.json()]).toEqual([200, { data: [] }]);
  });

  it('needs a token', async () => {
    const resposta = await teste.request({ method: 'POST', url: '/fipe/1', as: null });
    expect(resposta.statusCode).toBe(401);
  });
});

describe('GET /api/painel', () => {
  it('counts the register and what passed today, tests left out', async () => {
    await teste.request({
      method: 'POST',
      url: '/db/veiculos',
      payload: { placa: 'ABC1D23', status: 'PROIBIDO' },
    });
    await teste.request({
      method: 'POST',
      url: '/db/ultimosveiculos',
      payload: { placa: 'ABC1D23' },
    });
    await teste.request({
      method: 'POST',
      url: '/db/ultimosveiculos',
      payload: { placa: 'ZZZ1D23', teste: true },
    });
    expect((await ler('/api/painel')).json()).toEqual({
      veiculos: 1,
      proprietarios: 0,
      passagensHoje: 1,
      proibidos: 1,
    });
  });
});
