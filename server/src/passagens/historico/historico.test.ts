import type { ItemHistorico, Passagem } from '@unipark/contract/passagem';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';

const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, 7)]);

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
  const post = (url: string, payload: object) => teste.request({ method: 'POST', url, payload });
  await post('/db/proprietarios', { matricula: '0042', nome: 'Inês Conceição' });
  const dela = { proprietario_matricula: '0042', modelo: 'UNO', status: 'ATIVO' };
  await post('/db/veiculos', { placa: 'ABC1234', ...dela });
  await post('/db/veiculos', { placa: 'RIO2A18', status: 'PROIBIDO' });
  for (const passagem of [
    { placa: 'ABC1C34', camera: '1', sentido: 'entrada', instante: '2026-03-10T02:59:59.999Z' },
    { placa: 'RIO2A18', camera: '2', sentido: 'saida', instante: '2026-03-10T03:00:00Z' },
    { placa: 'XYZ9K99', camera: '2', instante: '2026-03-11T02:59:59.999Z' },
    { placa: 'RI02A18', camera: '3', instante: '2026-03-11T03:00:00Z' },
    {
      placa: 'ABC1234',
      camera: '3',
      instante: '2026-03-12T12:00:00Z',
      imagem: JPEG.toString('base64'),
    },
  ]) {
    await post('/db/ultimosveiculos', passagem);
  }
});
afterAll(() => teste.close());

const get = (url: string) => teste.request({ method: 'GET', url });
const search = async (consulta: string): Promise<string[]> => {
  const resposta = await get(`/api/passagens?${consulta}`);
  expect([resposta.statusCode, resposta.headers['x-total-count']]).toEqual([
    200,
    String(resposta.json().length),
  ]);
  return resposta.json<Passagem[]>().map(({ placa }) => placa);
};

describe('GET /api/passagens', () => {
  it.each([
    ['', ['ABC1234', 'RI02A18', 'XYZ9K99', 'RIO2A18', 'ABC1C34']],
    ['q=abc-1234', ['ABC1234', 'ABC1C34']],
    ['q=abc1c34', ['ABC1234', 'ABC1C34']],
    ['q=2a18', ['RI02A18', 'RIO2A18']],
    ['q=ines%20conc', ['ABC1234', 'ABC1C34']],
    ['q=0042', ['ABC1234', 'ABC1C34']],
    ['q=ines%20conc&camera=1', ['ABC1C34']],
    ['q=ninguem', []],
    ['q=a%20b', []],
    ['q=2a18%20r', ['RI02A18', 'RIO2A18']],
    ['q=2a18%20x', []],
    // A day of São Paulo begins at 03:00 UTC and is included to its end.
    ['de=2026-03-10&ate=2026-03-10', ['XYZ9K99', 'RIO2A18']],
    ['ate=2026-03-09', ['ABC1C34']],
    ['de=2026-03-11', ['ABC1234', 'RI02A18']],
    ['de=2026-03-11T02:59:59.999Z&ate=2026-03-11T00:00:00-03:00', ['RI02A18', 'XYZ9K99']],
    ['ate=9999-12-31', ['ABC1234', 'RI02A18', 'XYZ9K99', 'RIO2A18', 'ABC1C34']],
    ['de=0000-01-01&ate=9999-12-31T23:59:59-12:00&camera=1', ['ABC1C34']],
    ['de=9999-12-31T23:59:59-12:00', []],
    ['ate=0000-01-01T00:00:00%2B14:00', []],
    ['camera=2', ['XYZ9K99', 'RIO2A18']],
    ['status=ativo', ['ABC1234', 'ABC1C34']],
    ['status=N%C3%A3o%20cadastrado', ['RI02A18', 'XYZ9K99']],
    ['situacao=sem_cadastro', ['RI02A18', 'XYZ9K99']],
    ['situacao=com_sugestao', ['RI02A18']],
    ['situacao=corrigidas', []],
    ['sentido=saida', ['RIO2A18']],
    ['status=proibido&de=2026-03-10&camera=2', ['RIO2A18']],
  ])('?%s', async (consulta, esperadas) => {
    expect(await search(consulta)).toEqual(esperadas);
  });

  it.each([
    ['q=a', 'q'],
    ['de=10/03/2026', 'de'],
    ['ate=2026-02-30', 'ate'],
    ['de=2026-03-10T00:00:00', 'de'],
    ['situacao=outra', 'situacao'],
    ['apos=lixo', 'apos'],
    ['antes=LWlkIHg', 'antes'],
    ['limite=201', 'limite'],
  ])('refuses ?%s', async (consulta, campo) => {
    const resposta = await get(`/api/passagens?${consulta}`);
    expect([resposta.statusCode, Object.keys(resposta.json().campos)]).toEqual([400, [campo]]);
  });

  it.each(['', '&de=2026-03-01'])('pages forward and back (limite=2%s)', async (filtro) => {
    const paginas: string[][] = [];
    let url: string | undefined = `/api/passagens?limite=2${filtro}`;
    let anterior: string | undefined;
    while (url) {
      const resposta = await get(url);
      expect(resposta.headers['x-total-count']).toBe('5');
      paginas.push(resposta.json<Passagem[]>().map(({ placa }) => placa));
      const link = String(resposta.headers.link ?? '');
      url = /<([^>]+)>; rel="next"/.exec(link)?.[1];
      anterior = /<([^>]+)>; rel="prev"/.exec(link)?.[1];
    }
    expect(paginas).toEqual([['ABC1234', 'RI02A18'], ['XYZ9K99', 'RIO2A18'], ['ABC1C34']]);
    const volta = await get(anterior ?? '');
    expect(volta.json<Passagem[]>().map(({ placa }) => placa)).toEqual(paginas[1]);
    const inicio = /<([^>]+)>; rel="prev"/.exec(String(volta.headers.link))?.[1];
    const primeira = await get(inicio ?? '');
    expect(primeira.json<Passagem[]>().map(({ placa }) => placa)).toEqual(paginas[0]);
    expect(primeira.headers.link).not.toContain('prev');
  });

  it('shows each with its data of that time, and its current owner', async () => {
    const [passagem] = (await get('/api/passagens?camera=1')).json<Passagem[]>();
    expect(passagem).toMatchObject({
      status: 'Ativo',
      modelo: 'UNO',
      nivel: 'equivalente',
      placa_cadastrada: 'ABC1234',
      proprietario: { matricula: '0042', nome: 'Inês Conceição' },
      placa_lida: null,
      correcao: null,
      atrasada: false,
    });
    const url = '/db/veiculos/ABC1234';
    await teste.request({ method: 'PUT', url, payload: { status: 'PROIBIDO' } });
    expect((await get('/api/passagens?camera=1')).json()).toMatchObject([{ status: 'Ativo' }]);
    await teste.request({ method: 'PUT', url, payload: { status: 'ATIVO' } });
    const [misread] = (await get('/api/passagens?situacao=com_sugestao')).json<Passagem[]>();
    expect(misread?.sugestoes).toEqual([
      { placa: 'RIO2A18', nivel: 'provavel', status: 'Proibido', modelo: null },
    ]);
  });

  it('is audited with its filter, and only with one', async () => {
    const listConsultas = async () =>
      (
        await teste.db
          .selectFrom('auditoria')
          .innerJoin('auditoria_detalhes', 'auditoria_id', 'auditoria.id')
          .select('detalhe')
          .where('acao', '=', 'consultar')
          .orderBy('auditoria.id')
          .execute()
      ).map(({ detalhe }) => detalhe);
    const antes = await listConsultas();
    await get('/api/passagens');
    expect(await listConsultas()).toHaveLength(antes.length);
    await get('/api/passagens?q=rio2a&limite=5');
    expect((await listConsultas()).slice(antes.length)).toEqual(['{"q":"rio2a"}']);
  });
});

describe('a picture', () => {
  it('is sent unchanged, is not cached, and its view is audited', async () => {
    const [passagem] = (await get('/api/passagens?q=abc1234&camera=3')).json<Passagem[]>();
    const imagem = passagem?.imagens[0];
    expect(imagem?.papel).toBe('cena');
    const url = `/api/passagens/${passagem?.id}/imagens/${imagem?.id}`;
    const resposta = await get(url);
    expect(resposta.headers['content-type']).toBe('image/jpeg');
    expect(resposta.headers['cache-control']).toBe('no-store');
    expect(resposta.rawPayload).toEqual(JPEG);
    const { chave } = await teste.db
      .selectFrom('auditoria')
      .select('chave')
      .where('acao', '=', 'abrir-imagem')
      .executeTakeFirstOrThrow();
    expect(chave).toBe(passagem?.id);
    expect((await teste.request({ method: 'GET', url, as: null })).statusCode).toBe(401);
    const [outra] = (await get('/api/passagens?camera=1')).json<Passagem[]>();
    for (const errada of [`/api/passagens/${outra?.id}/imagens/${imagem?.id}`, `${url}x`]) {
      expect((await get(errada)).statusCode).toBe(404);
    }
    // No decoder can read this one: its thumbnail is the picture itself.
    expect((await get(`${url}?miniatura=1`)).rawPayload).toEqual(JPEG);
    expect((await get(`${url}?miniatura=2`)).statusCode).toBe(400);
  });

  it('has a thumbnail, made once, for the rows of a list', async () => {
    const foto = await sharp({
      create: { width: 1920, height: 1080, channels: 3, background: 'teal' },
    })
      .jpeg()
      .toBuffer();
    const nova = { placa: 'MIN1A23', camera: '1', imagem: foto.toString('base64') };
    await teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload: nova });
    const [passagem] = (await get('/api/passagens?q=min1a23')).json<Passagem[]>();
    const url = `/api/passagens/${passagem?.id}/imagens/${passagem?.imagens[0]?.id}?miniatura=1`;
    const resposta = await get(url);
    expect(resposta.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
    });
    expect(await sharp(resposta.rawPayload).metadata()).toMatchObject({ width: 320, height: 180 });
    expect((await get(url)).rawPayload).toEqual(resposta.rawPayload);
    await teste.db
      .deleteFrom('imagens')
      .where('id', '=', Number(passagem?.imagens[0]?.id))
      .execute();
    expect((await get(url)).statusCode).toBe(404);
  });
});

it('GET /api/passagens/cameras names each camera once', async () => {
  expect((await get('/api/passagens/cameras')).json()).toEqual(['1', '2', '3']);
});

describe('GET /api/veiculos/{placa}/historico', () => {
  it('joins passages of either plate with the changes of the record, newest first', async () => {
    const url = '/api/veiculos/ABC-1234/historico';
    const itens = (await get(url)).json<ItemHistorico[]>();
    const resumo = itens.map((item) =>
      item.tipo === 'passagem' ? item.passagem.placa : `${item.acao} por ${item.quem}`,
    );
    const { name } = CONTA;
    expect(resumo).toEqual([
      `editar por ${name}`,
      `editar por ${name}`,
      'ABC1234',
      'ABC1C34',
      `criar por ${name}`,
    ]);
    expect(itens[0]).toMatchObject({
      campos: [{ campo: 'status', antes: 'PROIBIDO', depois: 'ATIVO' }],
    });
    const paginas: ItemHistorico[] = [];
    let proxima: string | undefined = `${url}?limite=2`;
    while (proxima) {
      const resposta = await get(proxima);
      expect(resposta.headers['x-total-count']).toBe('5');
      paginas.push(...resposta.json<ItemHistorico[]>());
      proxima = /<([^>]+)>; rel="next"/.exec(String(resposta.headers.link ?? ''))?.[1];
    }
    expect(paginas).toEqual(itens);
    expect((await get(`${url}?apos=lixo`)).statusCode).toBe(400);
    expect((await get('/api/veiculos/ZZZ0Z00/historico')).json()).toEqual([]);
  });
});

describe('GET /api/veredito/{placa}', () => {
  it('answers what the gate would, by the same ladder, and stores nothing', async () => {
    const antes = await teste.db.selectFrom('leituras').select('id').execute();
    expect((await get('/api/veredito/abc-1c34')).json()).toEqual({
      placa: 'ABC1C34',
      status: 'Ativo',
      nivel: 'equivalente',
      veiculo: {
        placa: 'ABC1234',
        tipo: null,
        modelo: 'UNO',
        cor: null,
        motivo: null,
        cidade: null,
        estado: null,
      },
      proprietario: { matricula: '0042', nome: 'Inês Conceição' },
      sugestoes: [],
      ultima_passagem: { instante: '2026-03-12T12:00:00.000Z', sentido: null, camera: '3' },
    });
    expect((await get('/api/veredito/RI02A18')).json()).toMatchObject({
      status: 'Não cadastrado',
      nivel: 'provavel',
      veiculo: null,
      sugestoes: [{ placa: 'RIO2A18', status: 'Proibido' }],
    });
    for (const placa of ['---', 'ABCDEFGHIJK']) {
      expect((await get(`/api/veredito/${placa}`)).statusCode).toBe(400);
    }
    expect(await teste.db.selectFrom('leituras').select('id').execute()).toEqual(antes);
  });
});
