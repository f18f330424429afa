import type { Aparelho } from '@unipark/contract/aviso';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../test/app.ts';
import { createBrowser } from '../../test/push.ts';

const HOST = 'fcm.googleapis.com';
const APARELHOS = '/api/avisos/aparelhos';
const SILENCIO = { de: '22:00', ate: '06:00' };

let teste: TestApp;
let outro: string;
beforeAll(async () => {
  teste = await buildTestApp();
  outro = await signUp('joao@unilavras.edu.br');
});
afterAll(() => teste.close());
beforeEach(async () => {
  await teste.db.deleteFrom('aparelhos').execute();
  await teste.db.deleteFrom('ajustes').where('nome', '=', 'avisos').execute();
});

async function signUp(email: string): Promise<string> {
  const payload = { ...CONTA, name: 'João Porteiro', email };
  const url = '/api/auth/sign-up/email';
  return (await teste.request({ method: 'POST', url, payload, as: null })).json().token;
}
const signIn = async (email: string): Promise<string> =>
  (
    await teste.request({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      payload: { email, password: CONTA.password },
      as: null,
    })
  ).json().token;
const toggle = (ligado: boolean, as = teste.token) =>
  teste.request({ method: 'PUT', url: '/api/avisos', payload: { ligado }, as });
const getEstado = async (as = outro) =>
  (await teste.request({ method: 'GET', url: '/api/avisos', as })).json();
const assinatura = (nome: string, host = HOST) => ({
  ...createBrowser(host, nome).assinatura,
  endpoint: `https://${host}/${nome}`,
});
const save = (payload: object, as = teste.token) =>
  teste.request({ method: 'POST', url: APARELHOS, payload: { silencio: null, ...payload }, as });
const list = async (as = teste.token): Promise<Aparelho[]> =>
  (await teste.request({ method: 'GET', url: APARELHOS, as })).json();
const listActs = () =>
  teste.db
    .selectFrom('auditoria')
    .select(['acao', 'entidade'])
    .where('entidade', '=', 'aparelho')
    .orderBy('id')
    .execute();
const readStored = async () =>
  JSON.parse(
    (
      await teste.db
        .selectFrom('ajustes')
        .select('valor')
        .where('nome', '=', 'avisos')
        .executeTakeFirstOrThrow()
    ).valor,
  );

test('calls are off at first; only an administrator switches them on, with one key pair', async () => {
  expect(await getEstado()).toEqual({ ligado: false, chave: null });
  expect((await toggle(true, outro)).statusCode).toBe(403);
  expect((await save(assinatura('a'))).json()).toMatchObject({ codigo: 'avisos-desligados' });

  const { chave } = (await toggle(true)).json();
  expect(Buffer.from(chave, 'base64url')).toHaveLength(65);
  expect(await getEstado()).toEqual({ ligado: true, chave });
  const { publica, privada } = await readStored();
  expect(publica).toBe(chave);
  expect(privada).toMatch(/^v1\./);

  await toggle(false);
  expect(await getEstado()).toEqual({ ligado: false, chave: null });
  expect((await toggle(true)).json()).toEqual({ ligado: true, chave });
  const atos = await teste.db
    .selectFrom('auditoria')
    .innerJoin('auditoria_detalhes', 'auditoria_id', 'auditoria.id')
    .select('detalhe')
    .where('entidade', '=', 'ajustes')
    .where('chave', '=', 'avisos')
    .orderBy('auditoria.id')
    .execute();
  expect(atos.map(({ detalhe }) => JSON.parse(detalhe).depois.ligado)).toEqual([true, false, true]);
});

test('keys that the secret does not open are replaced, and their devices removed', async () => {
  await toggle(true);
  await save(assinatura('a'));
  const { publica } = await readStored();
  const valor = JSON.stringify({ ligado: true, publica, privada: 'v1.outro' });
  await teste.db.updateTable('ajustes').set({ valor }).where('nome', '=', 'avisos').execute();
  expect(await getEstado()).toEqual({ ligado: false, chave: null });
  expect((await toggle(true)).json().chave).not.toBe(publica);
  expect(await list()).toEqual([]);
});

test('a device is added, changed and removed by its own account alone, with audit rows', async () => {
  await toggle(true);
  const antes = await listActs();
  const dados = assinatura('mesa');
  const { id } = (await save({ ...dados, silencio: SILENCIO })).json();
  const [aparelho, ...resto] = await list();
  expect(resto).toEqual([]);
  expect(aparelho).toMatchObject({ id, silencio: SILENCIO, enviado_em: null, pausado_ate: null });
  expect(JSON.stringify(aparelho)).not.toContain(dados.endpoint);
  expect(await list(outro)).toEqual([]);

  const url = `${APARELHOS}/${id}`;
  const change = (payload: object, as = teste.token) =>
    teste.request({ method: 'PUT', url, payload, as });
  expect((await change({ silencio: null }, outro)).statusCode).toBe(404);
  expect((await change({ silencio: { de: '25:00', ate: '06:00' } })).statusCode).toBe(400);
  expect((await change({ silencio: null })).json().silencio).toBeNull();

  // The page says at each start that it is still there: no new act, the hours stay.
  expect((await save({ ...dados, silencio: SILENCIO })).json()).toMatchObject({
    id,
    silencio: null,
  });
  expect((await teste.request({ method: 'DELETE', url, as: outro })).statusCode).toBe(404);
  expect((await teste.request({ method: 'DELETE', url })).statusCode).toBe(204);
  expect(await list()).toEqual([]);
  expect((await listActs()).slice(antes.length).map(({ acao }) => acao)).toEqual([
    'criar',
    'editar',
    'excluir',
  ]);
});

test.each([
  ['http://fcm.googleapis.com/a', 'no https'],
  ['https://127.0.0.1/a', 'ourselves'],
  ['https://push.apple.com.exemplo.org/a', 'another domain'],
  ['https://fcm.googleapis.com@exemplo.org/a', 'a user name'],
  ['https://fcm.googleapis.com:8443/a', 'another port'],
  ['fcm.googleapis.com/a', 'no address'],
])('the endpoint %s is refused: %s', async (endpoint) => {
  await toggle(true);
  const resposta = await save({ ...assinatura('a'), endpoint });
  expect(resposta.statusCode).toBe(400);
  expect(resposta.json().campos).toHaveProperty('endpoint');
  expect(await list()).toEqual([]);
});

test.each([
  'web.push.apple.com',
  'wns2-bl2p.notify.windows.com',
  'updates.push.services.mozilla.com',
])('an endpoint of %s is accepted', async (host) => {
  await toggle(true);
  expect((await save(assinatura('a', host))).statusCode).toBe(200);
});

test('a key that is no point of the curve is refused', async () => {
  await toggle(true);
  const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url');
  const resposta = await save({ ...assinatura('a'), p256dh });
  expect(resposta.statusCode).toBe(400);
  expect(resposta.json().campos).toHaveProperty('p256dh');
});

test('an account has ten devices at most', async () => {
  await toggle(true);
  for (let vez = 1; vez <= 10; vez += 1) {
    expect((await save(assinatura(`a${vez}`))).statusCode).toBe(200);
  }
  expect((await save(assinatura('a11'))).json()).toMatchObject({ codigo: 'muitos-aparelhos' });
  expect((await save(assinatura('b'), outro)).statusCode).toBe(200);
});

test('a renewed subscription replaces the old one and keeps its quiet hours', async () => {
  await toggle(true);
  const velha = assinatura('velha');
  await save({ ...velha, silencio: SILENCIO });
  await save({ ...assinatura('alheia'), anterior: velha.endpoint }, outro);
  expect(await list()).toHaveLength(1);
  await save({ ...assinatura('nova'), anterior: velha.endpoint });
  const aparelhos = await list();
  expect(aparelhos.map(({ silencio }) => silencio)).toEqual([SILENCIO]);
});

test('a browser that another account subscribed belongs to the new account alone', async () => {
  await toggle(true);
  const dados = assinatura('guarita');
  await save({ ...dados, silencio: SILENCIO });
  await save(dados, outro);
  expect(await list()).toEqual([]);
  expect((await list(outro)).map(({ silencio }) => silencio)).toEqual([null]);
});

test('a sign-out removes the device of that session, and no other', async () => {
  await toggle(true);
  const celular = await signIn(CONTA.email);
  await save(assinatura('mesa'));
  await save(assinatura('celular'), celular);
  expect(await list()).toHaveLength(2);
  await teste.request({ method: 'POST', url: '/api/auth/sign-out', payload: {}, as: celular });
  expect(await list()).toHaveLength(1);
});

test('a session ended from another browser loses its device', async () => {
  await toggle(true);
  await save(assinatura('celular'), await signIn(CONTA.email));
  await teste.request({ method: 'DELETE', url: '/api/perfil/sessoes' });
  expect(await list()).toEqual([]);
});

test('a disabled account loses its devices, and a removed one too', async () => {
  const email = 'sai@unilavras.edu.br';
  const token = await signUp(email);
  await toggle(true);
  await save(assinatura('sai'), token);
  await save(assinatura('vai'), outro);
  await save(assinatura('fica'));
  const listEndpoints = async () => {
    const todos = await teste.db.selectFrom('aparelhos').select('endpoint').execute();
    return todos.map(({ endpoint }) => endpoint.slice(endpoint.lastIndexOf('/'))).sort();
  };
  const findId = async (de: string) =>
    (
      await teste.db
        .selectFrom('contas')
        .select('id')
        .where('email', '=', de)
        .executeTakeFirstOrThrow()
    ).id;
  expect(await listEndpoints()).toEqual(['/fica', '/sai', '/vai']);
  const url = `/api/usuarios/${await findId(email)}/desabilitar`;
  const { statusCode } = await teste.request({ method: 'POST', url, payload: {} });
  expect(statusCode).toBeLessThan(300);
  expect(await listEndpoints()).toEqual(['/fica', '/vai']);
  const removida = await findId('joao@unilavras.edu.br');
  await teste.db.deleteFrom('contas').where('id', '=', removida).execute();
  expect(await listEndpoints()).toEqual(['/fica']);
});
