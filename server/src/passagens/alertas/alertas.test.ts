import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { testOfSqlite } from '../../../test/planos.ts';

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

const PADRAO = { nao_cadastrado: false, intervalo_min: 5, repeticao_seg: 10 };

const createPassagem = async (placa: string, extras = {}): Promise<UltimoVeiculo> =>
  (
    await teste.request({
      method: 'POST',
      url: '/db/ultimosveiculos',
      payload: { placa, ...extras },
    })
  ).json();
const createVeiculo = (placa: string, status: string) =>
  teste.request({ method: 'POST', url: '/db/veiculos', payload: { placa, status } });
const changeStatus = (placa: string, status: string) =>
  teste.request({ method: 'PUT', url: `/db/veiculos/${placa}`, payload: { status } });
const listAbertos = async (): Promise<UltimoVeiculo[]> =>
  (await teste.request({ method: 'GET', url: '/api/alertas' })).json();
const saveAjustes = (payload: object, as = teste.token) =>
  teste.request({ method: 'PUT', url: '/api/alertas/ajustes', payload, as });
const acknowledge = (id: string, as = teste.token) =>
  teste.request({ method: 'POST', url: `/api/passagens/${id}/ciente`, as });
const correct = (id: string, placa: string, headers = {}) =>
  teste.request({ method: 'PATCH', url: `/api/passagens/${id}`, payload: { placa }, headers });
const getLastEvento = async () => {
  const { tipo, dados } = await teste.db
    .selectFrom('eventos')
    .select(['tipo', 'dados'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { tipo, dados: JSON.parse(dados) as UltimoVeiculo };
};
/** Makes every alarm and passage `minutos` older. */
async function age(minutos: number): Promise<void> {
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
    await createVeiculo(cadastrada, 'PROIBIDO');
    const cartao = await createPassagem(lida);
    expect(cartao.alerta?.tipo).toBe(tipo);
    expect(cartao.status).toBe(tipo === 'proibido' ? 'Proibido' : 'Não cadastrado');
    expect((await getLastEvento()).dados.alerta?.tipo).toBe(tipo);
    expect((await listAbertos()).map(({ id }) => id)).toEqual(tipo ? [cartao.id] : []);
  });

  it('names colour and owner of its car; a card without an alarm does not', async () => {
    await teste.request({
      method: 'POST',
      url: '/db/proprietarios',
      payload: { matricula: '000874', nome: 'Sônia Abreu' },
    });
    const dela = { cor: 'Prata', proprietario_matricula: '000874' };
    for (const [placa, status] of [
      ['ABC1D23', 'PROIBIDO'],
      ['DEF1A22', 'ATIVO'],
    ]) {
      const payload = { placa, status, ...dela };
      await teste.request({ method: 'POST', url: '/db/veiculos', payload });
    }
    const esperado = { cor: 'Prata', proprietario: 'Sônia Abreu' };
    expect(await createPassagem('ABC1D23')).toMatchObject(esperado);
    expect(await listAbertos()).toMatchObject([esperado]);
    const ativo = await createPassagem('DEF1A22');
    expect([ativo.cor, ativo.proprietario]).toEqual([undefined, undefined]);
  });

  it('is not raised for a test, for Ativo, or for an unknown plate', async () => {
    await createVeiculo('ABC1D23', 'PROIBIDO');
    await createVeiculo('DEF1A22', 'ATIVO');
    for (const [placa, extras] of [
      ['ABC1D23', { teste: true }],
      ['DEF1A22', {}],
      ['XYZ9K99', {}],
    ] as const) {
      expect((await createPassagem(placa, extras)).alerta).toBeNull();
    }
    expect(await listAbertos()).toEqual([]);
  });

  it('is raised once for a plate in the interval, and again after it', async () => {
    await createVeiculo('ABC1D23', 'PROIBIDO');
    expect((await createPassagem('ABC1D23', { camera: '1' })).alerta).not.toBeNull();
    expect((await createPassagem('ABC1D23', { camera: '1' })).alerta).not.toBeNull();
    expect((await createPassagem('ABC1D23', { camera: '2' })).alerta).toBeNull();
    await age(6);
    expect((await createPassagem('ABC1D23', { camera: '3' })).alerta).not.toBeNull();
    expect(await listAbertos()).toHaveLength(2);
  });

  it('of an exact match follows that of a probable one', async () => {
    await createVeiculo('ABC1D23', 'PROIBIDO');
    expect((await createPassagem('A8C1D23')).alerta?.tipo).toBe('provavel');
    expect((await createPassagem('ABC1D23')).alerta?.tipo).toBe('proibido');
  });

  it('for Não cadastrado is raised when it is switched on', async () => {
    expect((await saveAjustes({ ...PADRAO, nao_cadastrado: true })).statusCode).toBe(200);
    await createVeiculo('ABC1D23', 'ATIVO');
    expect((await createPassagem('XYZ9K99')).alerta?.tipo).toBe('nao_cadastrado');
    expect((await createPassagem('ABC1D23')).alerta).toBeNull();
    expect((await createPassagem('A8C1D23')).alerta).toBeNull();
  });

  it('is raised and cancelled with the register until a person answers', async () => {
    await createVeiculo('ABC1D23', 'ATIVO');
    const { id, versao } = await createPassagem('ABC1D23');
    await changeStatus('ABC1D23', 'PROIBIDO');
    expect((await getLastEvento()).dados).toMatchObject({
      id,
      versao: versao + 1,
      status: 'Proibido',
      alerta: { tipo: 'proibido', ciente: null },
    });
    await changeStatus('ABC1D23', 'ATIVO');
    expect((await getLastEvento()).dados).toMatchObject({ id, status: 'Ativo', alerta: null });
    expect(await listAbertos()).toEqual([]);
    await changeStatus('ABC1D23', 'PROIBIDO');
    await acknowledge(id);
    await changeStatus('ABC1D23', 'ATIVO');
    expect((await getLastEvento()).dados.alerta?.ciente?.nome).toBe(CONTA.name);
  });

  it('is not raised for an old passage', async () => {
    await createVeiculo('ABC1D23', 'ATIVO');
    await createPassagem('ABC1D23');
    await age(6);
    await changeStatus('ABC1D23', 'PROIBIDO');
    expect((await getLastEvento()).dados).toMatchObject({ status: 'Proibido', alerta: null });
  });

  it('disappears with its card', async () => {
    await createVeiculo('ABC1D23', 'PROIBIDO');
    const { id } = await createPassagem('ABC1D23');
    await teste.request({ method: 'DELETE', url: `/db/ultimosveiculos/${id}` });
    expect(await listAbertos()).toEqual([]);
  });
});

describe('POST /api/passagens/{id}/ciente', () => {
  it('keeps the first name', async () => {
    await createVeiculo('ABC1D23', 'PROIBIDO');
    const { id, versao } = await createPassagem('ABC1D23');
    expect((await acknowledge(id, outraPessoa)).statusCode).toBe(204);
    expect((await getLastEvento()).dados).toMatchObject({
      versao: versao + 1,
      alerta: { ciente: { nome: 'João Porteiro' } },
    });
    expect((await acknowledge(id)).statusCode).toBe(204);
    const passagem = await teste.request({ method: 'GET', url: `/api/passagens/${id}` });
    expect(passagem.json().alerta.ciente.nome).toBe('João Porteiro');
    expect(await listAbertos()).toEqual([]);
    const auditadas = await teste.db
      .selectFrom('auditoria')
      .select('id')
      .where('acao', '=', 'ciente')
      .where('chave', '=', id)
      .execute();
    expect(auditadas).toHaveLength(1);
  });

  it('answers that there is no alarm, or no passage', async () => {
    const { id } = await createPassagem('XYZ9K99');
    expect((await acknowledge(id)).statusCode).toBe(409);
    expect((await acknowledge('999999')).statusCode).toBe(404);
    expect((await acknowledge('abc')).statusCode).toBe(404);
  });
});

describe('POST /api/alertas/ciente', () => {
  const acknowledgeAll = (ate: string, as = teste.token) =>
    teste.request({ method: 'POST', url: '/api/alertas/ciente', payload: { ate }, as });
  const countAudited = async (ids: string[]) =>
    (
      await teste.db
        .selectFrom('auditoria')
        .select('id')
        .where('acao', '=', 'ciente')
        .where('chave', 'in', ids)
        .execute()
    ).length;
  const createAlertas = async (placas: string[]) => {
    const ids: string[] = [];
    for (const placa of placas) {
      await createVeiculo(placa, 'PROIBIDO');
      ids.push((await createPassagem(placa)).id);
    }
    return ids;
  };

  it('closes every open alarm once, with an audit row and an event for each', async () => {
    const ids = await createAlertas(['ABC1D23', 'DEF1A22', 'GHI1A33']);
    await acknowledge(ids[0] ?? '', outraPessoa);
    const agora = new Date().toISOString();
    expect((await acknowledgeAll(agora)).json()).toEqual({ fechados: 2 });
    expect(await listAbertos()).toEqual([]);
    expect(await countAudited(ids)).toBe(3);
    const eventos = await teste.db
      .selectFrom('eventos')
      .select('dados')
      .where('tipo', '=', 'passagem-alterada')
      .execute();
    const nomes = eventos.map(({ dados }) => JSON.parse(dados).alerta?.ciente?.nome);
    expect(nomes.toSorted()).toEqual(['João Porteiro', CONTA.name, CONTA.name].toSorted());
    // The same request again changes nothing.
    expect((await acknowledgeAll(agora)).json()).toEqual({ fechados: 0 });
    expect(await countAudited(ids)).toBe(3);
  });

  it('keeps an alarm open that was raised after the newest one seen', async () => {
    const [vista = '', nova = ''] = await createAlertas(['ABC1D23', 'DEF1A22']);
    await teste.db
      .updateTable('passagens')
      .set({ alertado_em: new Date(Date.now() + 5_000).toISOString() })
      .where('id', '=', Number(nova))
      .execute();
    expect((await acknowledgeAll(new Date().toISOString())).json()).toEqual({ fechados: 1 });
    expect((await listAbertos()).map(({ id }) => id)).toEqual([nova]);
    expect(await countAudited([vista, nova])).toBe(1);
  });

  /** Refuses the answer to an alarm while `work` runs. */
  async function refusing(id: string | undefined, work: () => Promise<void>): Promise<void> {
    await sql`create trigger recusa before update of ciente_em on passagens
      when new.id = ${sql.raw(String(id))} begin select raise(abort, 'no'); end`.execute(teste.db);
    try {
      await work();
    } finally {
      await sql`drop trigger recusa`.execute(teste.db);
    }
  }
  /** One alarm, and as many more without a reading. */
  async function createMany(quantos: number): Promise<string> {
    await createVeiculo('ABC1D23', 'PROIBIDO');
    const { id } = await createPassagem('ABC1D23');
    const { id: _, ...linha } = await teste.db
      .selectFrom('passagens')
      .selectAll()
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow();
    await teste.db
      .insertInto('passagens')
      .values(Array.from({ length: quantos }, () => linha))
      .execute();
    return id;
  }

  testOfSqlite('a failure of one leaves every alarm of its transaction open', async () => {
    const ids = await createAlertas(['ABC1D23', 'DEF1A22']);
    await refusing(ids[0], async () => {
      expect((await acknowledgeAll(new Date().toISOString())).statusCode).toBe(500);
    });
    expect(await listAbertos()).toHaveLength(2);
    expect(await countAudited(ids)).toBe(0);
  });

  testOfSqlite('answers a hundred alarms in a transaction, the newest first', async () => {
    const maisAntigo = await createMany(250);
    await refusing(maisAntigo, async () => {
      expect((await acknowledgeAll(new Date().toISOString())).statusCode).toBe(500);
    });
    expect(await listAbertos()).toHaveLength(51);
    expect((await acknowledgeAll(new Date().toISOString())).json()).toEqual({ fechados: 51 });
  });

  it('sends no card of more than a hundred alarms: the lists reload', async () => {
    await createMany(100);
    await teste.db.deleteFrom('eventos').execute();
    expect((await acknowledgeAll(new Date().toISOString())).json()).toEqual({ fechados: 101 });
    const eventos = await teste.db.selectFrom('eventos').select('tipo').execute();
    expect(eventos.map(({ tipo }) => tipo)).toEqual(['recarregar', 'recarregar']);
    expect(await listAbertos()).toEqual([]);
  });

  it('refuses a request without an instant', async () => {
    expect((await acknowledgeAll('agora')).statusCode).toBe(400);
  });
});

describe('PATCH /api/passagens/{id}', () => {
  it('matches the plate again, keeps the read text, and moves the alarm', async () => {
    await createVeiculo('ABC1D23', 'PROIBIDO');
    await createVeiculo('DEF1A22', 'ATIVO');
    const { id } = await createPassagem('A8C1D23');
    const certa = await correct(id, 'abc-1d23');
    expect(certa.statusCode).toBe(200);
    expect(certa.headers.etag).toBe('"2"');
    expect(certa.json()).toMatchObject({
      placa: 'ABC1D23',
      placa_lida: 'A8C1D23',
      status: 'Proibido',
      nivel: 'exata',
      sugestoes: [],
      alerta: { tipo: 'proibido' },
      correcao: { nome: CONTA.name },
    });
    expect((await getLastEvento()).dados).toMatchObject({ id, corrigida: true, versao: 2 });
    expect((await correct(id, 'DEF1A22')).json()).toMatchObject({
      status: 'Ativo',
      placa_lida: 'A8C1D23',
      alerta: null,
    });
    expect((await getLastEvento()).dados).toMatchObject({ status: 'Ativo', alerta: null });
    const detalhes = await teste.db
      .selectFrom('auditoria')
      .innerJoin('auditoria_detalhes', 'auditoria_id', 'auditoria.id')
      .select('detalhe')
      .where('acao', '=', 'corrigir')
      .where('chave', '=', id)
      .orderBy('auditoria.id')
      .execute();
    expect(detalhes.map(({ detalhe }) => JSON.parse(detalhe))).toEqual([
      { antes: { placa: 'A8C1D23' }, depois: { placa: 'ABC1D23' } },
      { antes: { placa: 'ABC1D23' }, depois: { placa: 'DEF1A22' } },
    ]);
  });

  it('refuses an edit of a changed passage, and shows it', async () => {
    const { id } = await createPassagem('ABX1D23');
    expect((await correct(id, 'ABC1D23', { 'if-match': '"1"' })).statusCode).toBe(200);
    const velha = await correct(id, 'ABC1D24', { 'if-match': '"1"' });
    expect(velha.statusCode).toBe(412);
    expect(velha.json()).toMatchObject({ atual: { placa: 'ABC1D23', versao: 2 } });
    expect((await correct(id, '---')).statusCode).toBe(400);
    expect((await correct('999999', 'ABC1D23')).statusCode).toBe(404);
  });
});

describe('/api/alertas/ajustes', () => {
  it('is switched off at first, and only an administrator changes it', async () => {
    const getAjustes = async () =>
      (await teste.request({ method: 'GET', url: '/api/alertas/ajustes', as: outraPessoa })).json();
    expect(await getAjustes()).toEqual(PADRAO);
    const novo = { nao_cadastrado: true, intervalo_min: 0, repeticao_seg: 0 };
    expect((await saveAjustes(novo, outraPessoa)).statusCode).toBe(403);
    expect((await saveAjustes({ ...novo, intervalo_min: 241 })).statusCode).toBe(400);
    for (const repeticao_seg of [-1, 4, 301, 7.5])
      expect((await saveAjustes({ ...novo, repeticao_seg })).statusCode).toBe(400);
    expect(await getAjustes()).toEqual(PADRAO);
    expect((await saveAjustes(novo)).json()).toEqual(novo);
    expect(await getAjustes()).toEqual(novo);
    const { acao } = await teste.db
      .selectFrom('auditoria')
      .select('acao')
      .where('entidade', '=', 'ajustes')
      .executeTakeFirstOrThrow();
    expect(acao).toBe('editar');
  });

  it('a change of one leaves what another person saved', async () => {
    await saveAjustes({ nao_cadastrado: true });
    expect((await saveAjustes({ intervalo_min: 7 })).json()).toEqual({
      ...{ nao_cadastrado: true, intervalo_min: 7, repeticao_seg: PADRAO.repeticao_seg },
    });
  });

  it('has the default of a setting that is not stored yet', async () => {
    await teste.db
      .insertInto('ajustes')
      .values({ nome: 'alertas', valor: '{"nao_cadastrado":true,"intervalo_min":9}' })
      .execute();
    const ajustes = await teste.request({ method: 'GET', url: '/api/alertas/ajustes' });
    expect(ajustes.json()).toEqual({ nao_cadastrado: true, intervalo_min: 9, repeticao_seg: 10 });
  });
});
