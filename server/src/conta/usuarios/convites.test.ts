import type { Convite, ConviteCriado } from '@unipark/contract/usuario';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { post, tokenOf } from '../../../test/conta.ts';
import { insertConta, listAudited } from '../../../test/usuarios.ts';
import { createUser } from '../comandos.ts';
import { createIdentidade } from '../identidade.ts';
import { hashToken } from '../links/links.ts';

const CONVITES = '/api/convites';

let teste: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

const invite = (email: string, app = teste) =>
  app.request({ method: 'POST', url: CONVITES, payload: { email } });
const listConvites = async (app = teste) =>
  (await app.request({ url: CONVITES })).json<Convite[]>();
const listRows = (email: string, { db } = teste) =>
  db.selectFrom('convites').selectAll().where('email', '=', email).execute();

describe('POST /api/convites', () => {
  test('without mail: seven days, the link answered once, only its hash stored', async () => {
    const resposta = await invite(' Rita@Unilavras.edu.br ');
    expect(resposta.statusCode).toBe(201);
    const { link, ...convite } = resposta.json<ConviteCriado>();
    expect(convite).toEqual({
      id: expect.any(Number),
      email: 'rita@unilavras.edu.br',
      criadoEm: expect.any(String),
      expiraEm: expect.any(String),
      aceitoEm: null,
      enviado: false,
    });
    expect(Date.parse(convite.expiraEm) - Date.parse(convite.criadoEm)).toBe(7 * 86_400_000);
    const token = /\/signup#convite=([\w-]{43})$/.exec(link ?? '')?.[1] ?? '';
    const [linha] = await listRows('rita@unilavras.edu.br');
    expect(linha?.hash).toBe(hashToken(token));
    expect(JSON.stringify(await listConvites())).not.toContain(token);
    const [ato] = await listAudited(teste);
    expect(ato).toMatchObject({ acao: 'criar', entidade: 'convite', chave: String(convite.id) });
    expect(JSON.stringify(ato)).not.toContain(token);
    expect(resposta.headers['cache-control']).toContain('no-store');
  });

  test('the next one for the same e-mail replaces it', async () => {
    const [antes] = await listRows('rita@unilavras.edu.br');
    expect((await invite('RITA@unilavras.edu.br')).statusCode).toBe(201);
    const depois = await listRows('rita@unilavras.edu.br');
    expect(depois).toHaveLength(1);
    expect(depois[0]?.hash).not.toBe(antes?.hash);
  });

  test('with mail: sent, and not answered', async () => {
    const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'UNIPARK <nao-responda@x.br>' };
    const comCorreio = await buildTestApp({ env });
    const resposta = await invite('rita@x.br', comCorreio);
    expect(resposta.json()).toMatchObject({ enviado: true, link: null });
    const [carta] = await comCorreio.db.selectFrom('correio').selectAll().execute();
    expect(carta).toMatchObject({
      para: 'rita@x.br',
      assunto: 'UNIPARK: convite para criar a sua conta',
    });
    expect(carta?.texto).toMatch(/\/signup#convite=[\w-]{43}/);
    await comCorreio.close();
  });

  test.each([
    ['an active account', CONTA.email],
    ['the same in capitals', CONTA.email.toUpperCase()],
  ])('409 for %s', async (_nome, email) => {
    const resposta = await invite(email);
    expect([resposta.statusCode, resposta.json().campos]).toEqual([
      409,
      { email: 'Este e-mail já tem uma conta.' },
    ]);
  });

  test('409 for a disabled account; a waiting one may belong to a stranger and does not count', async () => {
    const desabilitada_em = new Date().toISOString();
    await insertConta(teste, { email: 'fora@x.br', desabilitada_em });
    await insertConta(teste, { email: 'nunca@x.br', desabilitada_em, pendencia: 'email' });
    await insertConta(teste, { email: 'espera@x.br', pendencia: 'email' });
    expect((await invite('fora@x.br')).statusCode).toBe(409);
    expect((await invite('nunca@x.br')).statusCode).toBe(409);
    expect((await invite('espera@x.br')).statusCode).toBe(201);
  });

  test.each([
    [{}],
    [{ email: '' }],
    [{ email: 'sem-arroba' }],
    // Refused by the sign-up, so the invitation would lead nowhere.
    [{ email: 'joão.silva@x.br' }],
    [{ email: 'maria..silva@x.br' }],
    [{ email: ['a@x.br'] }],
    [{ email: 'a@x.br', admin: true }],
    [{ email: 'a@x.br\r\nBcc: b@x.br' }],
    [{ email: 'a@x.br,b@x.br' }],
  ])('400 for %j', async (payload) => {
    const antes = await listConvites();
    const resposta = await teste.request({ method: 'POST', url: CONVITES, payload });
    expect(resposta.statusCode).toBe(400);
    expect(await listConvites()).toEqual(antes);
  });

  test.each(['aberto', 'aprovacao', 'convite', 'fechado'])('in SIGNUP_MODE %s', async (modo) => {
    const app = await buildTestApp({ env: { SIGNUP_MODE: modo }, account: false });
    const config = { dataDir: app.dataDir, publicUrl: null, mfaAdmin: false };
    const ditas: string[] = [];
    const identidade = await createIdentidade({ db: app.db, config });
    await createUser({ db: app.db, identidade, say: (linha) => ditas.push(linha) }, [
      '--email',
      CONTA.email,
      '--nome',
      CONTA.name,
    ]);
    const password = /Senha: (\S+)/.exec(ditas.join('\n'))?.[1];
    const entrada = await post(app, '/api/auth/sign-in/email', { email: CONTA.email, password });
    app.token = tokenOf(entrada);
    expect((await invite('rita@x.br', app)).statusCode).toBe(201);
    await app.close();
  });
});

describe('GET and DELETE /api/convites', () => {
  test('open ones first, then accepted and expired', async () => {
    const app = await buildTestApp();
    for (const email of ['velho@x.br', 'aceito@x.br', 'um@x.br', 'dois@x.br'])
      await invite(email, app);
    const passado = '2026-01-01T00:00:00.000Z';
    await app.db
      .updateTable('convites')
      .set({ expira_em: passado })
      .where('email', '=', 'velho@x.br')
      .execute();
    await app.db
      .updateTable('convites')
      .set({ aceito_em: passado })
      .where('email', '=', 'aceito@x.br')
      .execute();
    expect((await listConvites(app)).map(({ email }) => email)).toEqual([
      'dois@x.br',
      'um@x.br',
      'aceito@x.br',
      'velho@x.br',
    ]);
    await app.close();
  });

  test('revoked: the link opens nothing; 404 afterwards; 400 for an id that is not a number', async () => {
    const { id } = (await invite('volta@x.br')).json<ConviteCriado>();
    const removeConvite = (qual: number | string) =>
      teste.request({ method: 'DELETE', url: `${CONVITES}/${qual}` });
    expect((await removeConvite(id)).statusCode).toBe(204);
    expect(await listRows('volta@x.br')).toEqual([]);
    const [ato] = await listAudited(teste);
    expect(ato).toMatchObject({ acao: 'excluir', entidade: 'convite', chave: String(id) });
    const outra = await removeConvite(id);
    expect([outra.statusCode, outra.json().codigo]).toEqual([404, 'nao-encontrado']);
    for (const qual of ['x', '0', '-1', '1.5', '1e3', '99999999999999999999', '%00']) {
      expect((await removeConvite(qual)).statusCode).toBe(400);
    }
  });
});
