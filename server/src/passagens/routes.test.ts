import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
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

const createPassagem = (payload: Record<string, unknown>, headers = {}) =>
  teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload, headers });
const listUltimos = async (consulta = ''): Promise<UltimoVeiculo[]> =>
  (await teste.request({ method: 'GET', url: `/db/ultimosveiculos${consulta}` })).json();
const createVeiculo = (payload: Record<string, unknown>) =>
  teste.request({ method: 'POST', url: '/db/veiculos', payload });
const listEventos = async () =>
  (await teste.db.selectFrom('eventos').select(['tipo', 'dados']).orderBy('id').execute()).map(
    ({ tipo, dados }) => ({ tipo, dados: JSON.parse(dados) as UltimoVeiculo }),
  );

describe('POST /db/ultimosveiculos', () => {
  it('shows an unknown plate as not registered, and updates it when it is registered', async () => {
    expect(await listUltimos()).toEqual([]);
    const resposta = await createPassagem({ placa: 'rio-2a18', camera: '1', sentido: 'entrada' });
    expect(resposta.statusCode).toBe(201);
    expect(resposta.json()).toMatchObject({
      placa: 'RIO2A18',
      status: 'Não cadastrado',
      modelo: 'Não cadastrado',
      camera: '1',
      sentido: 'entrada',
      teste: false,
    });
    await createVeiculo({ placa: 'RIO2A18', modelo: 'CRETA', status: 'ativo' });
    expect(await listUltimos()).toMatchObject([{ status: 'Ativo', modelo: 'CRETA' }]);
    expect((await listEventos()).at(-1)).toMatchObject({
      tipo: 'passagem-alterada',
      dados: { status: 'Ativo' },
    });
  });

  it('finds the car by either of its plates', async () => {
    await createVeiculo({ placa: 'ABC1234', modelo: 'Uno', status: 'ATIVO' });
    expect((await createPassagem({ placa: 'ABC1C34' })).json()).toMatchObject({
      status: 'Ativo',
      placa: 'ABC1C34',
      placa_cadastrada: 'ABC1234',
    });
  });

  it('contains the city of the register: an unknown car has none', async () => {
    const lavras = { cidade: 'Lavras', estado: 'MG' };
    expect((await createPassagem({ placa: 'HKQ3782' })).json()).toMatchObject({
      cidade: null,
      estado: null,
    });
    await createVeiculo({ placa: 'HKQ3782', ...lavras });
    const [cartao] = await listUltimos();
    expect(cartao).toMatchObject(lavras);
    const get = async (url: string) => (await teste.request({ method: 'GET', url })).json();
    expect(await get(`/api/passagens/${cartao?.id}`)).toMatchObject(lavras);
    expect((await get('/api/veredito/HKQ3782')).veiculo).toMatchObject(lavras);
  });

  it('prefers PROIBIDO among twins, but the exact text first', async () => {
    await createVeiculo({ placa: 'ABC1234', status: 'PROIBIDO' });
    await createVeiculo({ placa: 'ABC1C34', status: 'ATIVO' });
    expect((await createPassagem({ placa: 'ABC1C34' })).json().status).toBe('Ativo');
    expect((await createPassagem({ placa: 'ABC1234', camera: '2' })).json().status).toBe(
      'Proibido',
    );
  });

  it('refines the same passage and opens another for the other direction or another camera', async () => {
    const primeira = await createPassagem({ placa: 'ABC1D23', camera: '1' });
    const repetida = await createPassagem({ placa: 'abc 1d23', camera: '1' });
    expect([repetida.statusCode, repetida.json().id]).toEqual([200, primeira.json().id]);
    const comSentido = await createPassagem({ placa: 'ABC1D23', camera: '1', sentido: 'entrada' });
    expect([comSentido.statusCode, comSentido.json().sentido]).toEqual([200, 'entrada']);
    expect(
      (await createPassagem({ placa: 'ABC1D23', camera: '1', sentido: 'saida' })).statusCode,
    ).toBe(201);
    expect((await createPassagem({ placa: 'ABC1D23', camera: '2' })).statusCode).toBe(201);
    expect((await createPassagem({ placa: 'ABC1D23' })).statusCode).toBe(201);
    const leituras = await teste.db.selectFrom('leituras').select('placa_lida').execute();
    expect(leituras.map(({ placa_lida }) => placa_lida)).toContain('abc 1d23');
    expect(leituras).toHaveLength(6);
  });

  it('opens a new passage after 30 seconds', async () => {
    const secondsAgo = (segundos: number) => new Date(Date.now() - segundos * 1_000).toISOString();
    await createPassagem({ placa: 'ABC1D23', instante: secondsAgo(61) });
    expect((await createPassagem({ placa: 'ABC1D23', instante: secondsAgo(32) })).statusCode).toBe(
      200,
    );
    expect((await createPassagem({ placa: 'ABC1D23', instante: secondsAgo(1) })).statusCode).toBe(
      201,
    );
  });

  it('lists by arrival, at most five by default', async () => {
    for (let i = 0; i < 7; i += 1) await createPassagem({ placa: `AAA000${i}` });
    await createPassagem({ placa: 'BBB0000', instante: '2020-01-01T00:00:00Z' });
    expect((await listUltimos()).map(({ placa }) => placa)).toEqual([
      'BBB0000',
      'AAA0006',
      'AAA0005',
      'AAA0004',
      'AAA0003',
    ]);
    expect(await listUltimos('?limite=100')).toHaveLength(8);
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
  ])('refuses %j and stores nothing', async (payload) => {
    expect((await createPassagem(payload)).statusCode).toBe(400);
    expect(await listUltimos()).toEqual([]);
    expect(await teste.db.selectFrom('leituras').select('id').execute()).toEqual([]);
  });

  it('keeps the picture with its reading', async () => {
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, 7)]);
    expect(
      (await createPassagem({ placa: 'ABC1D23', imagem: jpeg.toString('base64') })).statusCode,
    ).toBe(201);
    const imagens = await teste.db.selectFrom('imagens').select('jpeg').execute();
    expect(Buffer.from(imagens[0]?.jpeg ?? [])).toEqual(jpeg);
  });

  it('does not double a repeated reading', async () => {
    const chave = { 'idempotency-key': 'leitura-9' };
    const ids = [
      await createPassagem({ placa: 'ABC1D23' }, chave),
      await createPassagem({ placa: 'ABC1D23' }, chave),
    ].map((resposta) => [resposta.statusCode, resposta.json().id]);
    expect(ids[0]).toEqual(ids[1]);
    expect(await teste.db.selectFrom('leituras').select('id').execute()).toHaveLength(1);
  });
});

describe('DELETE /db/ultimosveiculos/{id}', () => {
  it('removes the card from the live list and keeps the passage', async () => {
    const { id } = (await createPassagem({ placa: 'ABC1D23' })).json();
    const removePassagem = () =>
      teste.request({ method: 'DELETE', url: `/db/ultimosveiculos/${id}` });
    expect((await removePassagem()).statusCode).toBe(204);
    expect(await listUltimos()).toEqual([]);
    expect((await listEventos()).at(-1)).toEqual({ tipo: 'passagem-removida', dados: { id } });
    expect(await teste.db.selectFrom('passagens').select('id').execute()).toHaveLength(1);
    expect((await removePassagem()).statusCode).toBe(404);
    expect(
      (await teste.request({ method: 'DELETE', url: '/db/ultimosveiculos/abc' })).statusCode,
    ).toBe(404);
  });
});

describe('GET /db/ultimosveiculos/busca', () => {
  it('finds among the live cards', async () => {
    await createVeiculo({ placa: 'RIO2A18', modelo: 'CRETA', status: 'ATIVO' });
    await createPassagem({ placa: 'RIO2A18' });
    await createPassagem({ placa: 'ABC1D23' });
    const search = async (q: string) =>
      (await teste.request({ method: 'GET', url: `/db/ultimosveiculos/busca?q=${q}` })).json();
    expect(await search('creta')).toMatchObject([
      { label: 'RIO2A18 - CRETA', value: { placa: 'RIO2A18' } },
    ]);
    expect(await search('cadastrado')).toHaveLength(1);
    expect(await search('zzz')).toEqual([]);
    expect(await search('a&limite=1')).toMatchObject({ codigo: 'dados-invalidos' });
    expect(await search('18&limite=1')).toHaveLength(1);
  });
});

describe('a test passage', () => {
  it.each([true, false])(
    'never joins a real one, nor the reverse (test first: %s)',
    async (teste) => {
      await createPassagem({ placa: 'ABC1D23', teste });
      expect((await createPassagem({ placa: 'ABC1D23', teste: !teste })).statusCode).toBe(201);
      expect(await listUltimos()).toHaveLength(2);
    },
  );
});

it('audits who registered a passage', async () => {
  const { id } = (await createPassagem({ placa: 'ABC1D23' })).json();
  const linha = await teste.db
    .selectFrom('auditoria')
    .selectAll()
    .where('entidade', '=', 'passagem')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(linha).toMatchObject({ acao: 'registrar', chave: id });
  expect(linha.quem).toBeTruthy();
});

describe('posted pictures', () => {
  const imagem = `/9j/${'A'.repeat(7_000_000)}`;
  const post = (payload: object) =>
    teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload });

  it('have the rate limit of a device: a video is 429 with Retry-After, a plate without picture is accepted', async () => {
    // The clock of the rate stands still: a busy machine sends no slower than the rate allows.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const estados: number[] = [];
    let ultima: Awaited<ReturnType<typeof post>> | undefined;
    for (let i = 0; i < 14; i += 1) {
      ultima = await post({ placa: `FIL${i % 10}A1${i % 7}`, imagem });
      estados.push(ultima.statusCode);
      if (ultima.statusCode === 429) break;
    }
    expect(estados.slice(0, 6)).toEqual([201, 201, 201, 201, 201, 201]);
    expect(ultima?.statusCode).toBe(429);
    expect(ultima?.headers['retry-after']).toBe('1');
    expect(ultima?.json().mensagem).toContain('Imagens demais');
    expect((await post({ placa: 'SOM1A23' })).statusCode).toBe(201);
  });
});
