/** Passages that a person registers at the gate screen: whom they alarm, and their undo. */
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';

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
});

const createPassagem = async (
  payload: object,
  headers = {},
  as = teste.token,
): Promise<UltimoVeiculo> =>
  (
    await teste.request({ method: 'POST', url: '/db/ultimosveiculos', payload, headers, as })
  ).json();
const createProibido = () =>
  teste.request({
    method: 'POST',
    url: '/db/veiculos',
    payload: { placa: 'QXJ0D52', status: 'PROIBIDO' },
  });
const listAlertas = async (as = teste.token): Promise<string[]> =>
  (await teste.request({ method: 'GET', url: '/api/alertas', as }))
    .json<UltimoVeiculo[]>()
    .map(({ placa }) => placa);
const undo = (id: string, as = teste.token) =>
  teste.request({ method: 'POST', url: `/api/passagens/${id}/desfazer`, as });
const list = async () =>
  (await teste.request({ method: 'GET', url: '/db/ultimosveiculos' })).json<UltimoVeiculo[]>();
const listAtos = async (id: string): Promise<string[]> => {
  const atos = await teste.db
    .selectFrom('auditoria')
    .select('acao')
    .where('entidade', '=', 'passagem')
    .where('chave', '=', id)
    .orderBy('id')
    .execute();
  return atos.map(({ acao }) => acao);
};
const TOQUE = { placa: 'QXJ0D52', sentido: 'entrada', conferida: true };

describe('a PROIBIDO that a person saw and registered', () => {
  it('alarms every other person', async () => {
    await createProibido();
    await createPassagem(TOQUE);
    expect(await listAlertas()).toEqual([]);
    expect(await listAlertas(outraPessoa)).toEqual(['QXJ0D52']);
  });

  it('alarms the same person too when the screen did not show the reason', async () => {
    await createProibido();
    await createPassagem({ ...TOQUE, conferida: false });
    expect(await listAlertas()).toEqual(['QXJ0D52']);
  });

  it('alarms the same person too when a program sent it', async () => {
    await createProibido();
    expect(await createPassagem({ placa: 'QXJ0D52' })).toMatchObject({ conferida: false });
    expect(await listAlertas()).toEqual(['QXJ0D52']);
  });
});

describe('POST /api/passagens/{id}/desfazer', () => {
  it('deletes the passage with its alarm, tells the stream, and stays in the audit trail', async () => {
    await createProibido();
    const { id } = await createPassagem(TOQUE);
    expect((await undo(id)).statusCode).toBe(204);
    expect(await list()).toEqual([]);
    expect(await listAlertas(outraPessoa)).toEqual([]);
    const passagem = await teste.request({ method: 'GET', url: `/api/passagens/${id}` });
    expect(passagem.statusCode).toBe(404);
    const evento = await teste.db
      .selectFrom('eventos')
      .select(['tipo', 'dados'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(evento).toEqual({ tipo: 'passagem-removida', dados: JSON.stringify({ id }) });
    const registro = await teste.db
      .selectFrom('auditoria')
      .innerJoin('auditoria_detalhes', 'auditoria_detalhes.auditoria_id', 'auditoria.id')
      .select(['acao', 'chave', 'detalhe'])
      .orderBy('auditoria.id', 'desc')
      .executeTakeFirstOrThrow();
    expect(registro).toMatchObject({ acao: 'desfazer', chave: id });
    expect(JSON.parse(registro.detalhe)).toMatchObject({ placa: 'QXJ0D52', sentido: 'entrada' });
  });

  it('a repeated registration after it creates no second passage', async () => {
    const headers = { 'idempotency-key': 'toque-1' };
    const { id } = await createPassagem(TOQUE, headers);
    await undo(id);
    await createPassagem(TOQUE, headers);
    expect(await list()).toEqual([]);
  });

  it('a passage that a camera read too stays, without the person’s direction', async () => {
    const { id } = await createPassagem({ placa: 'RIO2A18' });
    await teste.db.updateTable('leituras').set({ dispositivo: 'camera-1' }).execute();
    expect(await createPassagem({ ...TOQUE, placa: 'RIO2A18' })).toMatchObject({
      id,
      sentido: 'entrada',
    });
    expect((await undo(id)).statusCode).toBe(204);
    expect(await list()).toMatchObject([{ id, sentido: null, conferida: false }]);
  });

  it('of two persons each takes back their own registration, once', async () => {
    const { id } = await createPassagem(TOQUE);
    const dele = await createPassagem({ ...TOQUE, sentido: undefined }, {}, outraPessoa);
    expect(dele).toMatchObject({ id, sentido: 'entrada' });
    expect((await undo(id, outraPessoa)).statusCode).toBe(204);
    expect((await undo(id, outraPessoa)).json()).toMatchObject({ codigo: 'de-outra-pessoa' });
    expect(await list()).toMatchObject([{ id, sentido: 'entrada', conferida: false }]);
    await createPassagem(TOQUE, {}, outraPessoa);
    expect((await undo(id)).statusCode).toBe(204);
    // It is the other person's now, who saw it.
    expect(await list()).toMatchObject([{ id, conferida: true }]);
    expect((await undo(id, outraPessoa)).statusCode).toBe(204);
    expect(await list()).toEqual([]);
    expect(await listAtos(id)).toEqual([
      ...['registrar', 'registrar', 'desfazer', 'registrar', 'desfazer', 'desfazer'],
    ]);
  });

  it('a program that sends a reading again and again is in the audit trail once', async () => {
    const { id } = await createPassagem({ placa: 'ABC1D23' });
    await createPassagem({ placa: 'ABC1D23' });
    expect(await listAtos(id)).toEqual(['registrar']);
  });

  it('refuses another person, a passage of a program, and a late call', async () => {
    const { id } = await createPassagem(TOQUE);
    expect((await undo(id, outraPessoa)).json()).toMatchObject({ codigo: 'de-outra-pessoa' });
    const programa = await createPassagem({ placa: 'ABC1D23' });
    expect((await undo(programa.id)).statusCode).toBe(409);
    const antes = new Date(Date.now() - 25 * 3_600_000).toISOString();
    await teste.db.updateTable('leituras').set({ recebido_em: antes }).execute();
    expect((await undo(id)).json()).toMatchObject({ codigo: 'tarde-demais' });
    expect((await list()).map((passagem) => passagem.id)).toContain(id);
    expect((await undo('999999')).statusCode).toBe(404);
  });
});
