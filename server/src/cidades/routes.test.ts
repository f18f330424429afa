import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp({ seeded: true });
});
afterAll(() => teste.close());

const get = (url: string) => teste.request({ method: 'GET', url });
const post = (url: string, payload?: object) => teste.request({ method: 'POST', url, payload });
const listRotulos = async (q: string) =>
  ((await get(`/db/cidades/busca?q=${encodeURIComponent(q)}`)).json() as { label: string }[]).map(
    ({ label }) => label,
  );

describe('GET /db/cidades', () => {
  it('lists all municipalities of IBGE', async () => {
    const cidades = (await get('/db/cidades')).json();
    expect(cidades).toHaveLength(5_571);
    expect(cidades).toContainEqual({ nome: 'Lavras', estado: 'MG' });
  });

  it('searches without accents, exact state first, then beginnings, at most twenty', async () => {
    const lavras = await listRotulos('lavras');
    expect(lavras[0]).toBe('Lavras - MG');
    expect(lavras).toContain('Lavras da Mangabeira - CE');
    expect((await listRotulos('sao jo')).every((rotulo) => rotulo.startsWith('São Jo'))).toBe(true);
    expect((await listRotulos('lavr')).slice(0, 2)).toEqual([
      'Lavras - MG',
      'Lavras da Mangabeira - CE',
    ]);
    expect((await listRotulos('bom jesus')).slice(0, 3)).toEqual([
      'Bom Jesus - PB',
      'Bom Jesus - PI',
      'Bom Jesus - RN',
    ]);
    expect((await listRotulos('lavras mg'))[0]).toBe('Lavras - MG');
    expect(await listRotulos('mg')).toHaveLength(20);
    expect((await listRotulos('mg')).every((rotulo) => rotulo.endsWith(' - MG'))).toBe(true);
    expect(await listRotulos('mogi-mirim')).toEqual(['Mogi Mirim - SP']);
    expect(await listRotulos('zzz')).toEqual([]);
    expect(await listRotulos('--')).toEqual([]);
    expect(await listRotulos('\u0301\u0302')).toEqual([]);
    expect(await listRotulos('lavras -')).toEqual(lavras);
  });

  it('answers items with label and value, and 400 for fewer than two characters', async () => {
    expect((await get('/db/cidades/busca?q=lavras')).json()[0]).toEqual({
      label: 'Lavras - MG',
      value: { nome: 'Lavras', estado: 'MG' },
    });
    expect((await get('/db/cidades/busca?q=l')).statusCode).toBe(400);
    expect((await get('/db/cidades/busca?q=mg&limite=3')).json()).toHaveLength(3);
    expect((await get('/db/cidades/busca?q=mg&limite=200')).json()).toHaveLength(200);
    for (const limite of ['0', '201', 'x', '1&limite=2']) {
      expect((await get(`/db/cidades/busca?q=mg&limite=${limite}`)).statusCode).toBe(400);
    }
  });
});

describe('POST /fipe', () => {
  it('answers makes, models and years, each level by the codes above it', async () => {
    const marcas = (await post('/fipe/1')).json().data as { Label: string; Value: string }[];
    expect(marcas.length).toBeGreaterThanOrEqual(25);
    const fiat = marcas.find(({ Label }) => Label === 'Fiat');
    expect(fiat).toEqual({ Label: 'Fiat', Value: '21' });
    const modelos = (await post('/fipe/1/21', {})).json().data as {
      Label: string;
      Value: string;
    }[];
    expect(modelos.length).toBeGreaterThan(10);
    const anos = (await post(`/fipe/1/21/${modelos[0]?.Value}`)).json().data;
    expect(anos[0].Label).toMatch(/^(\d{4}|Zero km) \S+/);
    expect((await post('/fipe/2')).json().data.length).toBeGreaterThanOrEqual(10);
    expect((await post('/fipe/3')).json().data.length).toBeGreaterThanOrEqual(8);
  });

  it.each([
    '/fipe/9',
    '/fipe/1/%00',
    "/fipe/1/'--",
    '/fipe/1/21/..%2f..',
    '/fipe/1/99999999999999999999',
  ])('answers %s with an empty list', async (url) => {
    const resposta = await post(url);
    expect([resposta.statusCode, resposta.json()]).toEqual([200, { data: [] }]);
  });

  it('needs a token', async () => {
    const resposta = await teste.request({ method: 'POST', url: '/fipe/1', as: null });
    expect(resposta.statusCode).toBe(401);
  });
});
