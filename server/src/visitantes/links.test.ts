/** Links for visitors, by a given clock: filled in without an account, used up, revoked, ended. */
import type { LinkVisita } from '@unipark/contract/linkVisita';
import type { Visitante } from '@unipark/contract/visitante';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../test/app.ts';
import { pruneVisitantes } from './repo.ts';

const AGORA = '2026-11-23T14:00:00.000Z';
const LINK = {
  anfitriao: 'João Silva',
  destino: 'Bloco B',
  de: '2026-11-23T14:05:00.000Z',
  ate: '2026-11-23T18:00:00.000Z',
  usos_maximo: 1,
};
const ANA = { nome: 'Ana Lima', placa: 'RIO2A18' };
const BIA = { nome: 'Bia Melo', placa: 'ABC1D23' };

let teste: TestApp;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(AGORA) });
  teste = await buildTestApp();
});
afterEach(async () => {
  await teste.close();
  vi.useRealTimers();
});

const post = (url: string, payload: object = {}) => teste.request({ method: 'POST', url, payload });
const createLink = async (mudanca: object = {}) => {
  const resposta = await post('/api/visitantes/links', { ...LINK, ...mudanca });
  expect(resposta.statusCode, resposta.body).toBe(201);
  const { link, id } = resposta.json<{ link: string; id: string }>();
  return { id, link, token: link.split('#token=')[1] ?? '' };
};
/** Without an account, from an address of its own. */
const ask = (url: string, payload: object, remoteAddress = '10.0.0.1') =>
  teste.app.inject({ method: 'POST', url, payload, remoteAddress });
const read = (token: string) => ask('/api/visita', { token });
const fill = (token: string, dados: object = ANA) =>
  ask('/api/visita/confirmar', { token, ...dados });
const listPasses = async () =>
  (await teste.request({ url: '/api/visitantes' })).json<Visitante[]>();
const listLinks = async () =>
  (await teste.request({ url: '/api/visitantes/links' })).json<LinkVisita[]>();
const listLinkRows = () => teste.db.selectFrom('links_visita').selectAll().execute();

it('a link that is asked for twice with one key is one link, whose address is answered once', async () => {
  const headers = { 'idempotency-key': 'uma-chave' };
  const url = '/api/visitantes/links';
  const ask = () => teste.request({ method: 'POST', url, payload: LINK, headers });
  const [uma, outra] = [await ask(), await ask()];
  expect([uma.statusCode, outra.statusCode]).toEqual([201, 201]);
  expect(outra.json()).toEqual({ ...uma.json(), link: null });
  expect(await listLinkRows()).toHaveLength(1);
  const guardadas = await teste.db.selectFrom('idempotencia').select('resposta').execute();
  expect(JSON.stringify(guardadas)).not.toContain(uma.json().link.split('#token=')[1]);
});

describe('a visitor', () => {
  it('reads the visit, fills it in, and has a pass in its period', async () => {
    const { link, token } = await createLink();
    expect(new URL(link).pathname).toBe('/visita');
    const { usos_maximo: _, ...visita } = LINK;
    const lida = await read(token);
    expect([lida.statusCode, lida.json()]).toEqual([200, visita]);
    const feita = await fill(token);
    expect([feita.statusCode, feita.json()]).toEqual([201, { ...visita, ...ANA }]);
    expect(await listPasses()).toMatchObject([{ ...visita, ...ANA, cancelado_em: null }]);
    vi.setSystemTime(new Date(LINK.de));
    const veredito = await teste.request({ url: `/api/veredito/${ANA.placa}` });
    expect(veredito.json()).toMatchObject({ status: 'VISITANTE' });
  });

  it('who fills in the same again takes no second place; another person is refused', async () => {
    const { token } = await createLink();
    const primeira = await fill(token);
    expect((await fill(token)).json()).toEqual(primeira.json());
    expect(await listPasses()).toHaveLength(1);
    const outra = await fill(token, BIA);
    expect([outra.statusCode, outra.json().codigo]).toEqual([409, 'link-usado']);
    expect(outra.body).not.toContain(ANA.nome);
    expect((await read(token)).json()).toMatchObject({ codigo: 'link-usado' });
    expect(await listPasses()).toHaveLength(1);
  });

  it('a car whose pass was cancelled gets no other one of the link; another car does', async () => {
    const { token } = await createLink({ usos_maximo: 3 });
    await fill(token);
    const [passe] = await listPasses();
    await post(`/api/visitantes/${passe?.id}/cancelar`);
    const outra = await fill(token, { ...ANA, nome: 'Outro nome' });
    expect([outra.statusCode, outra.json().codigo]).toEqual([409, 'passe-cancelado']);
    expect((await fill(token, BIA)).statusCode).toBe(201);
  });

  it('of two at once for the last place one has it', async () => {
    const { token } = await createLink();
    const status = (await Promise.all([fill(token, ANA), fill(token, BIA)])).map(
      ({ statusCode }) => statusCode,
    );
    expect(status.sort()).toEqual([201, 409]);
    expect(await listPasses()).toHaveLength(1);
  });

  it('does not learn whether a plate is registered', async () => {
    const { token } = await createLink({ usos_maximo: 2 });
    await post('/db/veiculos', { placa: ANA.placa, status: 'PROIBIDO', motivo: 'Furou a cancela' });
    const [proibida, livre] = [await fill(token, ANA), await fill(token, BIA)];
    expect([proibida.statusCode, livre.statusCode]).toEqual([201, 201]);
    expect(Object.keys(proibida.json())).toEqual(Object.keys(livre.json()));
    expect(proibida.body).not.toMatch(/proibid|cancela/i);
  });

  it.each([
    [{ nome: ' ' }, 'nome', 'Seu nome: preenchimento obrigatório.'],
    [{ placa: 'ABC' }, 'placa', 'Placa inválida. Use ABC-1234 ou ABC1D23.'],
    [{ token: 'x' }, 'token', 'Link inválido.'],
    [{ anfitriao: 'Outro' }, 'anfitriao', 'Campo desconhecido.'],
  ])('%j is refused with a sentence', async (mudanca, campo, frase) => {
    const { token } = await createLink();
    const resposta = await fill(token, { ...ANA, ...mudanca });
    expect([resposta.statusCode, resposta.json().campos]).toEqual([400, { [campo]: frase }]);
    expect(await listPasses()).toHaveLength(0);
  });
});

describe('a link that cannot be filled in', () => {
  const expectRefused = async (token: string, status: number, codigo: string) => {
    for (const resposta of [await read(token), await fill(token)]) {
      expect([resposta.statusCode, resposta.json().codigo]).toEqual([status, codigo]);
    }
    expect(await listPasses()).toHaveLength(0);
  };

  it('is unknown', () => expectRefused('x'.repeat(43), 404, 'nao-encontrado'));

  it('has ended', async () => {
    // Within the life of the access token of staff.
    const ate = '2026-11-23T14:08:00.000Z';
    const { token } = await createLink({ ate });
    vi.setSystemTime(new Date(ate));
    await expectRefused(token, 409, 'link-encerrado');
    expect(await listLinks()).toEqual([]);
  });

  it('is revoked; passes that came of it stay', async () => {
    const { id, token } = await createLink({ usos_maximo: 2 });
    await fill(token, BIA);
    const revoke = () => post(`/api/visitantes/links/${id}/cancelar`);
    expect((await revoke()).statusCode).toBe(204);
    expect((await revoke()).statusCode).toBe(409);
    expect((await fill(token, ANA)).json()).toMatchObject({ codigo: 'link-revogado' });
    expect(await listPasses()).toMatchObject([{ nome: BIA.nome, cancelado_em: null }]);
    expect(await listLinks()).toEqual([]);
    expect((await post('/api/visitantes/links/999/cancelar')).statusCode).toBe(404);
  });
});

describe('staff', () => {
  it('see open links with their uses, and the address only once', async () => {
    const { link, token } = await createLink({ usos_maximo: 2 });
    await fill(token);
    const abertos = await listLinks();
    expect(abertos).toMatchObject([{ ...LINK, usos_maximo: 2, usos: 1 }]);
    const guardado = JSON.stringify([abertos, await listLinkRows()]);
    expect(guardado).not.toContain(token);
    expect(link).toContain(token);
    await fill(token, BIA);
    expect(await listLinks()).toEqual([]);
  });

  it.each([
    [{ ate: LINK.de }, 'ate', 'Até: escolha uma hora depois do começo.'],
    [{ de: '2026-11-23T12:00:00Z', ate: AGORA }, 'ate', 'Até: escolha uma hora que não passou.'],
    [{ usos_maximo: 51 }, 'usos_maximo', 'Quantos visitantes: de 1 a 50.'],
    [{ destino: '' }, 'destino', 'Destino: preenchimento obrigatório.'],
  ])('%j is refused with a sentence', async (mudanca, campo, frase) => {
    const resposta = await post('/api/visitantes/links', { ...LINK, ...mudanca });
    expect([resposta.statusCode, resposta.json().campos]).toEqual([400, { [campo]: frase }]);
  });

  it('a visitor may not list, make or revoke', async () => {
    const { id } = await createLink();
    for (const [method, url] of [
      ['GET', '/api/visitantes/links'],
      ['POST', '/api/visitantes/links'],
      ['POST', `/api/visitantes/links/${id}/cancelar`],
    ] as const) {
      expect((await teste.app.inject({ method, url })).statusCode).toBe(401);
    }
  });
});

it('the audit has the link, its use and its end, without the visitor and without the token', async () => {
  const { id, token } = await createLink();
  await fill(token);
  await post(`/api/visitantes/links/${id}/cancelar`);
  const atos = await teste.db
    .selectFrom('auditoria')
    .innerJoin('auditoria_detalhes', 'auditoria_detalhes.auditoria_id', 'auditoria.id')
    .select(['acao', 'entidade', 'detalhe'])
    .where('entidade', 'in', ['visitante', 'link_visita'])
    .orderBy('auditoria.id')
    .execute();
  expect(atos.map(({ acao, entidade }) => [acao, entidade])).toEqual([
    ['criar', 'link_visita'],
    ['criar', 'visitante'],
    ['cancelar', 'link_visita'],
  ]);
  expect(JSON.parse(atos[1]?.detalhe ?? '')).toMatchObject({ link: Number(id) });
  expect(JSON.stringify(atos)).not.toContain(ANA.nome);
  expect(JSON.stringify(atos)).not.toContain(token);
});

it('an address that tries many unknown tokens is asked to wait; those with a link are not', async () => {
  const { token } = await createLink();
  const guess = () => ask('/api/visita', { token: 'x'.repeat(token.length) }, '10.0.9.1');
  for (let i = 0; i < 60; i += 1) expect((await guess()).statusCode).toBe(404);
  const resposta = await guess();
  expect(resposta.statusCode).toBe(429);
  expect(Number(resposta.headers['retry-after'])).toBeGreaterThan(0);
  for (let i = 0; i < 100; i += 1) {
    expect((await ask('/api/visita', { token }, '10.0.9.1')).statusCode).toBe(200);
  }
});

it('a link is deleted with the passes of its time', async () => {
  await createLink();
  vi.setSystemTime(new Date('2026-12-23T17:59:59.000Z'));
  await pruneVisitantes(teste.db, { visitantes_dias: 30 });
  expect(await listLinkRows()).toHaveLength(1);
  vi.setSystemTime(new Date('2026-12-23T18:00:01.000Z'));
  await pruneVisitantes(teste.db, { visitantes_dias: 30 });
  expect(await listLinkRows()).toHaveLength(0);
});
