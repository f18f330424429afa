import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../test/app.ts';

let teste: TestApp;
let outraPessoa: string;
beforeAll(async () => {
  teste = await buildTestApp();
  const resposta = await teste.request({
    method: 'POST',
    url: '/api/auth/sign-up/email',
    payload: { ...CONTA, name: 'João Porteiro', email: 'joao@unilavras.edu.br' },
    as: null,
  });
  outraPessoa = resposta.json<{ token: string }>().token;
});
afterAll(() => teste.close());
beforeEach(async () => {
  for (const tabela of ['leituras', 'passagens', 'veiculos', 'eventos'] as const) {
    await teste.db.deleteFrom(tabela).execute();
  }
  await teste.db.deleteFrom('ajustes').where('nome', '=', 'alertas').execute();
});

const passar = async (placa: string, extras = {}): Promise<UltimoVeiculo> =>
  (
    await teste.request({
      method: 'POST',
      url: '/db/ultimosveiculos',
      payload: { placa, ...extras },
    })
  ).json();
const cadastrar = (placa: string, status: string) =>
  teste.request({ method: 'POST', url: '/db/veiculos', payload: { placa, status } });
const mudar = (placa: string, status: string) =>
  teste.request({ method: 'PUT', url: `/db/veiculos/${placa}`, payload: { status } });
const abertos = async (): Promise<UltimoVeiculo[]> =>
  (await teste.request({ method: 'GET', url: '/api/alertas' })).json();
const ajustar = (payload: object, as = teste.token) =>
  teste.request({ method: 'PUT', url: '/api/alertas/ajustes', payload, as });
const ciente = (id: string, as = teste.token) =>
  teste.request({ method: 'POST', url: `/api/passagens/${id}/ciente`, as });
const corrigir = (id: string, placa: string, headers = {}) =>
  teste.request({ method: 'PATCH', url: `/api/passagens/${id}`, payload: { placa }, headers });
const ultimoEvento = async () => {
  const { tipo, dados } = await teste.db
    .selectFrom('eventos')
    .select(['tipo', 'dados'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { tipo, dados: JSON.parse(dados) as UltimoVeiculo };
};
/** Makes every alarm and passage `minutos` older. */
async function envelhecer(minutos: number): Promise<void> {
  const quando = new Date(Date.now() - minutos * 60_000).toISOString();
  await teste.db
    .updateTable('passagens')
    .set({ recebido_em: quando, ultima_leitura_em: quando })
    .execute();
  await teste.db
    .updateTable('passagens')
    .set({ alertado_em: quando })
    .where('alerta', 'is not', null)
    .execute();
}

describe('an alarm', () => {
  it.each([
    ['the text itself', 'ABC1D23', 'ABC1D23', 'proibido'],
    ['its twin', 'ABC1C34', 'ABC1234', 'proibido'],
    ['a likely plate', 'A8C1D23', 'ABC1D23', 'provavel'],
    ['a merely possible plate', 'ABX1D23', 'ABC1D23', undefined],
  ])('for PROIBIDO by %s: %s against %s', async (_, lida, cadastrada, tipo) => {
    await cadastrar(cadastrada, 'PROIBIDO');
    const cartao = await passar(lida);
    expect(cartao.alerta?.tipo).toBe(tipo);
    expect(cartao.status).toBe(tipo === 'proibido' ? 'Proibido' : 'Não cadastrado');
    expect((await ultimoEvento()).dados.alerta?.tipo).toBe(tipo);
    expect((await abertos()).map(({ id }) => id)).toEqual(tipo ? [cartao.id] : []);
  });

  it('is none for a test, for Ativo, or for a plate nobody knows', async () => {
    await cadastrar('ABC1D23', 'PROIBIDO');
    await cadastrar('DEF1A22', 'ATIVO');
    for (const [placa, extras] of [
      ['ABC1D23', { teste: true }],
      ['DEF1A22', {}],
      ['XYZ9K99', {}],
    ] as const) {
      expect((await passar(placa, extras)).alerta).toBeNull();
    }
    expect(await abertos()).toEqual([]);
  });

  it('is raised once for a plate in the interval, and again after it', async () => {
    await cadastrar('ABC1D23', 'PROIBIDO');
    expect((await passar('ABC1D23', { camera: '1' })).alerta).not.toBeNull();
    expect((await passar('ABC1D23', { camera: '1' })).alerta).not.toBeNull();
    expect((await passar('ABC1D23', { camera: '2' })).alerta).toBeNull();
    await envelhecer(6);
    expect((await passar('ABC1D23', { camera: '3' })).alerta).not.toBeNull();
    expect(await abertos()).toHaveLength(2);
  });

  it('of a sure match follows that of a likely one', async () => {
    await cadastrar('ABC1D23', 'PROIBIDO');
    expect((await passar('A8C1D23')).alerta?.tipo).toBe('provavel');
    expect((await passar('ABC1D23')).alerta?.tipo).toBe('proibido');
  });

  it('for Não cadastrado is raised where it is switched on', async () => {
    expect((await ajustar({ naoCadastrado: true, intervaloMin: 5 })).statusCode).toBe(200);
    await cadastrar('ABC1D23', 'ATIVO');
    expect((await passar('XYZ9K99')).alerta?.tipo).toBe('nao_cadastrado');
    expect((await passar('ABC1D23')).alerta).toBeNull();
    expect((await passar('A8C1D23')).alerta).toBeNull();
  });

  it('rises and falls with the register while nobody has answered', async () => {
    await cadastrar('ABC1D23', 'ATIVO');
    const { id, versao } = await passar('ABC1D23');
    await mudar('ABC1D23', 'PROIBIDO');
    expect((await ultimoEvento()).dados).toMatchObject({
      id,
      versao: versao + 1,
      status: 'Proibido',
      alerta: { tipo: 'proibido', ciente: null },
    });
    await mudar('ABC1D23', 'ATIVO');
    expect((await ultimoEvento()).dados).toMatchObject({ id, status: 'Ativo', alerta: null });
    expect(await abertos()).toEqual([]);
    await mudar('ABC1D23', 'PROIBIDO');
    await ciente(id);
    await mudar('ABC1D23', 'ATIVO');
    expect((await ultimoEvento()).dados.alerta?.ciente?.nome).toBe(CONTA.name);
  });

  it('is not raised for a passage that is past', async () => {
    await cadastrar('ABC1D23', 'ATIVO');
    await passar('ABC1D23');
    await envelhecer(6);
    await mudar('ABC1D23', 'PROIBIDO');
    expect((await ultimoEvento()).dados).toMatchObject({ status: 'Proibido', alerta: null });
  });

  it('leaves with its card', async () => {
    await cadastrar('ABC1D23', 'PROIBIDO');
    const { id } = await passar('ABC1D23');
    await teste.request({ method: 'DELETE', url: `/db/ultimosveiculos/${id}` });
    expect(await abertos()).toEqual([]);
  });
});

describe('POST /api/passagens/{id}/ciente', () => {
  it('keeps the first name', async () => {
    await cadastrar('ABC1D23', 'PROIBIDO');
    const { id, versao } = await passar('ABC1D23');
    expect((await ciente(id, outraPessoa)).statusCode).toBe(204);
    expect((await ultimoEvento()).dados).toMatchObject({
      versao: versao + 1,
      alerta: { ciente: { nome: 'João Porteiro' } },
    });
    expect((await ciente(id)).statusCode).toBe(204);
    const passagem = await teste.request({ method: 'GET', url: `/api/passagens/${id}` });
    expect(passagem.json().alerta.ciente.nome).toBe('João Porteiro');
    expect(await abertos()).toEqual([]);
    const auditadas = await teste.db
      .selectFrom('auditoria')
      .select('id')
      .where('acao', '=', 'ciente')
      .where('chave', '=', id)
      .execute();
    expect(auditadas).toHaveLength(1);
  });

  it('says when there is no alarm, and when there is no passage', async () => {
    const { id } = await passar('XYZ9K99');
    expect((await ciente(id)).statusCode).toBe(409);
    expect((await ciente('999999')).statusCode).toBe(404);
    expect((await ciente('abc')).statusCode).toBe(404);
  });
});

describe('PATCH /api/passagens/{id}', () => {
  it('matches the plate anew, keeps what was read, and moves the alarm', async () => {
    await cadastrar('ABC1D23', 'PROIBIDO');
    await cadastrar('DEF1A22', 'ATIVO');
    const { id } = await passar('A8C1D23');
    const certa = await corrigir(id, 'abc-1d23');
    expect(certa.statusCode).toBe(200);
    expect(certa.headers.etag).toBe('"2"');
    expect(certa.json()).toMatchObject({
      placa: 'ABC1D23',
      placaLida: 'A8C1D23',
      status: 'Proibido',
      nivel: 'exata',
      sugestoes: [],
      alerta: { tipo: 'proibido' },
      correcao: { nome: CONTA.name },
    });
    expect((await ultimoEvento()).dados).toMatchObject({ id, corrigida: true, versao: 2 });
    expect((await corrigir(id, 'DEF1A22')).json()).toMatchObject({
      status: 'Ativo',
      placaLida: 'A8C1D23',
      alerta: null,
    });
    expect((await ultimoEvento()).dados).toMatchObject({ status: 'Ativo', alerta: null });
    const detalhes = await teste.db
      .selectFrom('auditoria')
      .innerJoin('auditoria_detalhes', 'auditoria_id', 'auditoria.id')
      .select('detalhe')
      .where('acao', '=', 'corrigir')
      .where('chave', '=', id)
      .execute();
    expect(detalhes.map(({ detalhe }) => JSON.parse(detalhe))).toEqual([
      { antes: { placa: 'A8C1D23' }, depois: { placa: 'ABC1D23' } },
      { antes: { placa: 'ABC1D23' }, depois: { placa: 'DEF1A22' } },
    ]);
  });

  it('refuses an edit of what somebody changed, and shows it', async () => {
    const { id } = await passar('ABX1D23');
    expect((await corrigir(id, 'ABC1D23', { 'if-match': '"1"' })).statusCode).toBe(200);
    const velha = await corrigir(id, 'ABC1D24', { 'if-match': '"1"' });
    expect(velha.statusCode).toBe(412);
    expect(velha.json()).toMatchObject({ atual: { placa: 'ABC1D23', versao: 2 } });
    expect((await corrigir(id, '---')).statusCode).toBe(400);
    expect((await corrigir('999999', 'ABC1D23')).statusCode).toBe(404);
  });
});

describe('/api/alertas/ajustes', () => {
  it('starts quiet, and only an administrator changes it', async () => {
    const ler = async () =>
      (await teste.request({ method: 'GET', url: '/api/alertas/ajustes', as: outraPessoa })).json();
    expect(await ler()).toEqual({ naoCadastrado: false, intervaloMin: 5 });
    const novo = { naoCadastrado: true, intervaloMin: 0 };
    expect((await ajustar(novo, outraPessoa)).statusCode).toBe(403);
    expect((await ajustar({ ...novo, intervaloMin: 241 })).statusCode).toBe(400);
    expect(await ler()).toEqual({ naoCadastrado: false, intervaloMin: 5 });
    expect((await ajustar(novo)).json()).toEqual(novo);
    expect(await ler()).toEqual(novo);
    const { acao } = await teste.db
      .selectFrom('auditoria')
      .select('acao')
      .where('entidade', '=', 'ajustes')
      .executeTakeFirstOrThrow();
    expect(acao).toBe('editar');
  });
});
