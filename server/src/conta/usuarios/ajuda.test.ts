import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { post, signInWith, tokenOf } from '../../../test/conta.ts';
import {
  insertConta,
  listAudited,
  SENHA,
  signUp,
  type TestPerson,
} from '../../../test/usuarios.ts';

const ENTRAR = '/api/auth/sign-in/email';
const COM_CORREIO = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'UNIPARK <nao-responda@x.br>' };

let teste: TestApp;
let comCorreio: TestApp;
beforeAll(async () => {
  teste = await buildTestApp();
  comCorreio = await buildTestApp({ env: COM_CORREIO });
});
afterAll(async () => {
  await teste.close();
  await comCorreio.close();
});

const postAto = (app: TestApp, id: string, ato: string, as = app.token) =>
  app.request({ method: 'POST', url: `/api/usuarios/${id}/${ato}`, as });
const listCartas = ({ db }: TestApp, para: string) =>
  db
    .selectFrom('correio')
    .select(['assunto', 'texto', 'expira_em'])
    .where('para', '=', para)
    .execute();
const getOwnId = async ({ db }: TestApp) =>
  (await db.selectFrom('contas').select('id').where('admin', '=', 1).executeTakeFirstOrThrow()).id;

/** Signed up in the open mode, then set to waiting: it has a password, unlike a bare row. */
async function createPendente(app: TestApp, email: string): Promise<TestPerson> {
  const pessoa = await signUp(app, email);
  const espera = { pendencia: 'aprovacao' as const };
  await app.db.updateTable('contas').set(espera).where('id', '=', pessoa.id).execute();
  await app.db.deleteFrom('sessoes').where('conta', '=', pessoa.id).execute();
  return pessoa;
}

describe('POST /api/usuarios/:id/aprovar', () => {
  test('a waiting account may sign in; a second call changes nothing', async () => {
    const { id, email } = await createPendente(teste, 'espera@x.br');
    const signIn = () => post(teste, ENTRAR, { email, password: SENHA });
    expect((await signIn()).statusCode).toBe(403);
    const resposta = await postAto(teste, id, 'aprovar');
    expect([resposta.statusCode, resposta.json().situacao]).toEqual([200, 'ativa']);
    const [ato] = await listAudited(teste);
    expect(ato).toMatchObject({ acao: 'aprovar', chave: id, quem: await getOwnId(teste) });
    expect(JSON.parse(ato?.detalhe ?? '')).toEqual({
      antes: { pendencia: 'aprovacao' },
      depois: { pendencia: null },
    });
    expect((await postAto(teste, id, 'aprovar')).statusCode).toBe(200);
    expect(await listAudited(teste)).toEqual([ato]);
    expect((await signIn()).statusCode).toBe(200);
    expect(await listCartas(teste, email)).toEqual([]);
  });

  test('sends one letter', async () => {
    const { id, email } = await createPendente(comCorreio, 'espera@x.br');
    await postAto(comCorreio, id, 'aprovar');
    await postAto(comCorreio, id, 'aprovar');
    const [carta, ...outras] = await listCartas(comCorreio, email);
    expect(outras).toEqual([]);
    expect(carta?.assunto).toBe('UNIPARK: o seu cadastro foi aprovado');
  });

  test('409 before the address is confirmed: a stranger may have signed up with it', async () => {
    const id = await insertConta(teste, { nome: 'Rui', pendencia: 'email' });
    const resposta = await postAto(teste, id, 'aprovar');
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([409, 'email-nao-confirmado']);
  });

  test('an approved account that is disabled may not sign in', async () => {
    const desabilitada_em = new Date().toISOString();
    const id = await insertConta(teste, { pendencia: 'aprovacao', desabilitada_em });
    expect((await postAto(teste, id, 'aprovar')).json().situacao).toBe('desabilitada');
  });
});

describe('POST /api/usuarios/:id/redefinir', () => {
  test('password void, sessions ended; without mail the link is answered, once', async () => {
    const bia = await signUp(teste, 'bia@x.br');
    const resposta = await postAto(teste, bia.id, 'redefinir');
    expect(resposta.statusCode).toBe(200);
    const { enviado, link } = resposta.json();
    expect(enviado).toBe(false);
    expect(link).toMatch(
      /^http:\/\/localhost:\d+\/passwordrecovery#token=[\w-]{43}$|^http:\/\/localhost\/passwordrecovery#token=[\w-]{43}$/,
    );
    expect(await signInWith(teste, bia.token)).toBe(401);
    const entrada = await post(teste, ENTRAR, { email: bia.email, password: SENHA });
    expect(entrada.statusCode).toBe(401);
    const guardado = JSON.stringify(await teste.db.selectFrom('links').selectAll().execute());
    expect(guardado).not.toContain(link.split('=')[1]);
    const [ato] = await listAudited(teste, 2).then((atos) =>
      atos.filter((a) => a.acao === 'redefinir-acesso'),
    );
    expect(JSON.parse(ato?.detalhe ?? '')).toEqual({ sessoesEncerradas: 1, enviado: false });
    expect(JSON.stringify(ato)).not.toContain(link.split('=')[1]);
  });

  test('a link that was handed over proves no address, so the second factor stays', async () => {
    const { id, email } = await signUp(teste, 'lia-fator@x.br');
    const confirmado_em = new Date().toISOString();
    await teste.db.insertInto('totp').values({ conta: id, segredo: 'x', confirmado_em }).execute();
    const { link } = (await postAto(teste, id, 'redefinir')).json<{ link: string }>();
    const token = link.split('=')[1];
    const password = 'cancela-verde-77';
    const feito = await post(teste, '/api/auth/newpassword/confirmar', { token, password });
    expect(feito.statusCode).toBe(204);
    const entrada = await post(teste, ENTRAR, { email, password });
    expect(entrada.json().segundoFator).toEqual(['totp']);
    const conta = teste.db.selectFrom('contas').select('email_verificado').where('id', '=', id);
    expect(await conta.executeTakeFirst()).toEqual({ email_verificado: 0 });
  });

  test('with mail the link goes only to its owner', async () => {
    const bia = await signUp(comCorreio, 'bia@x.br');
    const resposta = await postAto(comCorreio, bia.id, 'redefinir');
    expect(resposta.json()).toEqual({ enviado: true, link: null });
    const [carta] = await listCartas(comCorreio, bia.email);
    expect(carta?.texto).toMatch(/\/passwordrecovery#token=[\w-]{43}/);
    expect(Date.parse(carta?.expira_em ?? '') - Date.now()).toBeLessThan(31 * 60_000);
  });

  test("409 for an account that is not in use, and for one's own", async () => {
    const fora = await insertConta(teste, { desabilitada_em: new Date().toISOString() });
    const espera = await insertConta(teste, { pendencia: 'aprovacao' });
    const casos = [
      [fora, 'conta-fora-de-uso'],
      [espera, 'conta-fora-de-uso'],
      [await getOwnId(teste), 'propria-conta'],
    ] as const;
    for (const [id, codigo] of casos) {
      const resposta = await postAto(teste, id, 'redefinir');
      expect([resposta.statusCode, resposta.json().codigo]).toEqual([409, codigo]);
    }
    expect(await signInWith(teste, teste.token)).toBe(200);
  });
});

describe('POST /api/usuarios/:id/segundo-fator/retirar', () => {
  const RETIRAR = 'segundo-fator/retirar';

  test('removes every factor and ends the sessions; without a factor nothing happens', async () => {
    const bia = await signUp(teste, 'bia-fator@x.br');
    expect((await postAto(teste, bia.id, RETIRAR)).statusCode).toBe(204);
    expect(await signInWith(teste, bia.token)).toBe(200);
    const agora = new Date().toISOString();
    const totp = { conta: bia.id, segredo: 'x', confirmado_em: agora };
    await teste.db.insertInto('totp').values(totp).execute();
    const entrada = await post(teste, ENTRAR, { email: bia.email, password: SENHA });
    expect(entrada.json().segundoFator).toEqual(['totp']);
    expect((await postAto(teste, bia.id, RETIRAR)).statusCode).toBe(204);
    expect(await signInWith(teste, bia.token)).toBe(401);
    const depois = await post(teste, ENTRAR, { email: bia.email, password: SENHA });
    expect(await signInWith(teste, tokenOf(depois))).toBe(200);
    const [, ato] = await listAudited(teste, 2);
    expect(ato).toMatchObject({ acao: 'retirar-fator', chave: bia.id });
    expect(JSON.parse(ato?.detalhe ?? '')).toMatchObject({
      antes: { fatores: ['totp'] },
      depois: { fatores: [] },
    });
  });

  test("409 for one's own account: the profile asks for the password first", async () => {
    const resposta = await postAto(teste, await getOwnId(teste), RETIRAR);
    expect(resposta.json().mensagem).toBe(
      'Esta é a sua conta: troque a senha e o segundo fator em Perfil.',
    );
  });
});
