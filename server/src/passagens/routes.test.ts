import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());
beforeEach(async () => {
  for (const tabela of ['imagens', 'leituras', 'passagens', 'veiculos'] as const) {
    await teste.db.deleteFrom(tabela).execute();
  }
});

const passar = (payload: Record<string, unknown>, headers = {}) =>
  teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload, headers });
const ultimos = async (consulta = ''): Promise<UltimoVeiculo[]> =>
  (await teste.request({ method: 'GET', url: `/db/ultimosveiculos${consulta}` })).json();
const cadastrar = (payload: Record<string, unknown>) =>
  teste.request({ method: 'POST', url: '/db/veiculos', payload });
const eventos = async () =>
  (await teste.db.selectFrom('eventos').select(['tipo', 'dados']).orderBy('id').execute()).map(
    ({ tipo, dados }) => ({ tipo, dados: JSON.parse(dados) as UltimoVeiculo }),
  );

describe('POST /db/ultimosveiculos', () => {
  it('shows an unknown plate as not registered, and the register as soon as it knows it', async () => {
    expect(await ultimos()).toEqual([]);
    const resposta = await passar({ placa: 'rio-2a18', camera: '1', sentido: 'entrada' });
    expect(resposta.statusCode).toBe(201);
    expect(resposta.json()).toMatchObject({
      placa: 'RIO2A18',
      status: 'Não cadastrado',
      modelo: 'Não cadastrado',
      camera: '1',
      sentido: 'entrada',
      teste: false,
    });
    await cadastrar({ placa: 'RIO2A18', modelo: 'CRETA', status: 'ativo' });
    expect(await ultimos()).toMatchObject([{ status: 'Ativo', modelo: 'CRETA' }]);
    expect((await eventos()).at(-1)).toMatchObject({
      tipo: 'passagem-alterada',
      dados: { status: 'Ativo' },
    });
  });

  it('finds the car by either of its plates', async () => {
    await cadastrar({ placa: 'ABC1234', modelo: 'Uno', status: 'ATIVO' });
    expect((await passar({ placa: 'ABC1C34' })).json()).toMatchObject({
      status: 'Ativo',
      placa: 'ABC1C34',
      placaCadastrada: 'ABC1234',
    });
  });

  it('carries the city of the register: none is known of a stranger', async () => {
    const lavras = { cidade: 'Lavras', estado: 'MG' };
    expect((await passar({ placa: 'HKQ3782' })).json()).toMatchObject({
      cidade: null,
      estado: null,
    });
    await cadastrar({ placa: 'HKQ3782', ...lavras });
    const [cartao] = await ultimos();
    expect(cartao).toMatchObject(lavras);
    const ler = async (url: string) => (await teste.request({ method: 'GET', url })).json();
    expect(await ler(`/api/passagens/${cartao?.id}`)).toMatchObject(lavras);
    expect((await ler('/api/veredito/HKQ3782')).veiculo).toMatchObject(lavras);
  });

  it('lets PROIBIDO win between twins, but the exact text first', async () => {
    await cadastrar({ placa: 'ABC1234', status: 'PROIBIDO' });
    await cadastrar({ placa: 'ABC1C34', status: 'ATIVO' });
    expect((await passar({ placa: 'ABC1C34' })).json().status).toBe('Ativo');
    expect((await passar({ placa: 'ABC1234', camera: '2' })).json().status).toBe('Proibido');
  });

  it('refines the same pass and opens another for the other way or another camera', async () => {
    const primeira = await passar({ placa: 'ABC1D23', camera: '1' });
    const repetida = await passar({ placa: 'abc 1d23', camera: '1' });
    expect([repetida.statusCode, repetida.json().id]).toEqual([200, primeira.json().id]);
    const comSentido = await passar({ placa: 'ABC1D23', camera: '1', sentido: 'entrada' });
    expect([comSentido.statusCode, comSentido.json().sentido]).toEqual([200, 'entrada']);
    expect((await passar({ placa: 'ABC1D23', camera: '1', sentido: 'saida' })).statusCode).toBe(
      201,
    );
    expect((await passar({ placa: 'ABC1D23', camera: '2' })).statusCode).toBe(201);
    expect((await passar({ placa: 'ABC1D23' })).statusCode).toBe(201);
    const leituras = await teste.db.selectFrom('leituras').select('placa_lida').execute();
    expect(leituras.map(({ placa_lida }) => placa_lida)).toContain('abc 1d23');
    expect(leituras).toHaveLength(6);
  });

  it('opens a new passage after 30 seconds', async () => {
    const instante = (segundos: number) => new Date(Date.now() - segundos * 1_000).toISOString();
    await passar({ placa: 'ABC1D23', instante: instante(61) });
    expect((await passar({ placa: 'ABC1D23', instante: instante(32) })).statusCode).toBe(200);
    expect((await passar({ placa: 'ABC1D23', instante: instante(1) })).statusCode).toBe(201);
  });

  it('lists by arrival, five at most unless asked', async () => {
    for (let i = 0; i < 7; i += 1) await passar({ placa: `AAA000${i}` });
    await passar({ placa: 'BBB0000', instante: '2020-01-01T00:00:00Z' });
    expect((await ultimos()).map(({ placa }) => placa)).toEqual([
      'BBB0000',
      'AAA0006',
      'AAA0005',
      'AAA0004',
      'AAA0003',
    ]);
    expect(await ultimos('?limite=100')).toHaveLength(8);
    for (const limite of ['101', '201', '0', 'x', '5&limite=6']) {
      const url = `/db/ultimosveiculos?limite=${limite}`;
      const resposta = await teste.request({ method: 'GET', url });
      expect([resposta.statusCode, resposta.json().campos]).toEqual([
        400,
        { limite: 'Limite: informe um número inteiro de 1 a 100.' },
      ]);
    }
  });

  it.each([
    [{}],
    [{ placa: '---' }],
    [{ placa: 'ABCDEFGHIJK' }],
    [{ placa: 'ABC1D23', sentido: 'ré' }],
    [{ placa: 'ABC1D23', instante: new Date(Date.now() + 180_000).toISOString() }],
    [{ placa: 'ABC1D23', imagem: 'bm90IGEganBlZw==' }],
  ])('refuses %j and keeps nothing', async (payload) => {
    expect((await passar(payload)).statusCode).toBe(400);
    expect(await ultimos()).toEqual([]);
    expect(await teste.db.selectFrom('leituras').select('id').execute()).toEqual([]);
  });

  it('keeps the picture with its reading', async () => {
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, 7)]);
    expect((await passar({ placa: 'ABC1D23', imagem: jpeg.toString('base64') })).statusCode).toBe(
      201,
    );
    const imagens = await teste.db.selectFrom('imagens').select('jpeg').execute();
    expect(Buffer.from(imagens[0]?.jpeg ?? [])).toEqual(jpeg);
  });

  it('does not double a resent reading', async () => {
    const chave = { 'idempotency-key': 'leitura-9' };
    const ids = [
      await passar({ placa: 'ABC1D23' }, chave),
      await passar({ placa: 'ABC1D23' }, chave),
    ].map((resposta) => [resposta.statusCode, resposta.json().id]);
    expect(ids[0]).toEqual(ids[1]);
    expect(await teste.db.selectFrom('leituras').select('id').execute()).toHaveLength(1);
  });
});

describe('DELETE /db/ultimosveiculos/{id}', () => {
  it('takes the card off the live list and keeps the passage', async () => {
    const { id } = (await passar({ placa: 'ABC1D23' })).json();
    const apagar = () => teste.request({ method: 'DELETE', url: `/db/ultimosveiculos/${id}` });
    expect((await apagar()).statusCode).toBe(204);
    expect(await ultimos()).toEqual([]);
    expect((await eventos()).at(-1)).toEqual({ tipo: 'passagem-removida', dados: { id } });
    expect(await teste.db.selectFrom('passagens').select('id').execute()).toHaveLength(1);
    expect((await apagar()).statusCode).toBe(404);
    expect(
      (await teste.request({ method: 'DELETE', url: '/db/ultimosveiculos/abc' })).statusCode,
    ).toBe(404);
  });
});

describe('GET /db/ultimosveiculos/busca', () => {
  it('finds among the live cards', async () => {
    await cadastrar({ placa: 'RIO2A18', modelo: 'CRETA', status: 'ATIVO' });
    await passar({ placa: 'RIO2A18' });
    await passar({ placa: 'ABC1D23' });
    const buscar = async (q: string) =>
      (await teste.request({ method: 'GET', url: `/db/ultimosveiculos/busca?q=${q}` })).json();
    expect(await buscar('creta')).toMatchObject([
      { label: 'RIO2A18 - CRETA', value: { placa: 'RIO2A18' } },
    ]);
    expect(await buscar('cadastrado')).toHaveLength(1);
    expect(await buscar('zzz')).toEqual([]);
  });
});

describe('a test passage', () => {
  it.each([true, false])(
    'never takes in a real one, nor the reverse (test first: %s)',
    async (teste) => {
      await passar({ placa: 'ABC1D23', teste });
      expect((await passar({ placa: 'ABC1D23', teste: !teste })).statusCode).toBe(201);
      expect(await ultimos()).toHaveLength(2);
    },
  );
});

it('writes who registered a passage into the audit trail', async () => {
  const { id } = (await passar({ placa: 'ABC1D23' })).json();
  const linha = await teste.db
    .selectFrom('auditoria')
    .selectAll()
    .where('entidade', '=', 'passagem')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(linha).toMatchObject({ acao: 'registrar', chave: id });
  expect(linha.quem).toBeTruthy();
});
