import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { entraCom, post, tokenDe } from '../../../test/conta.ts';
import { auditados, cadastrar, inserir, type Pessoa, SENHA } from '../../../test/usuarios.ts';

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

const agir = (app: TestApp, id: string, ato: string, as = app.token) =>
  app.request({ method: 'POST', url: `/api/usuarios/${id}/${ato}`, as });
const cartas = ({ db }: TestApp, para: string) =>
  db
    .selectFrom('correio')
    .select(['assunto', 'texto', 'expira_em'])
    .where('para', '=', para)
    .execute();
const meuId = async ({ db }: TestApp) =>
  (await db.selectFrom('user').select('id').where('admin', '=', 1).executeTakeFirstOrThrow()).id;

/** Signed up while the door was open, then made to wait: with a password, unlike a bare row. */
async function pendente(app: TestApp, email: string): Promise<Pessoa> {
  const pessoa = await cadastrar(app, email);
  const espera = { pendencia: 'aprovacao' as const };
  await app.db.updateTable('user').set(espera).where('id', '=', pessoa.id).execute();
  await app.db.deleteFrom('session').where('userId', '=', pessoa.id).execute();
  return pessoa;
}

describe('POST /api/usuarios/:id/aprovar', () => {
  test('who waited may sign in; twice is once', async () => {
    const { id, email } = await pendente(teste, 'espera@x.br');
    const entrar = () => post(teste, ENTRAR, { email, password: SENHA });
    expect((await entrar()).statusCode).toBe(403);
    const resposta = await agir(teste, id, 'aprovar');
    expect([resposta.statusCode, resposta.json().situacao]).toEqual([200, 'ativa']);
    const [ato] = await auditados(teste);
    expect(ato).toMatchObject({ acao: 'aprovar', chave: id, quem: await meuId(teste) });
    expect(JSON.parse(ato?.detalhe ?? '')).toEqual({
      antes: { pendencia: 'aprovacao' },
      depois: { pendencia: null },
    });
    expect((await agir(teste, id, 'aprovar')).statusCode).toBe(200);
    expect(await auditados(teste)).toEqual([ato]);
    expect((await entrar()).statusCode).toBe(200);
    expect(await cartas(teste, email)).toEqual([]);
  });

  test('tells by mail, once', async () => {
    const { id, email } = await pendente(comCorreio, 'espera@x.br');
    await agir(comCorreio, id, 'aprovar');
    await agir(comCorreio, id, 'aprovar');
    const [carta, ...outras] = await cartas(comCorreio, email);
    expect(outras).toEqual([]);
    expect(carta?.assunto).toBe('UNIPARK: o seu cadastro foi aprovado');
  });

  test('409 before the address is confirmed: whoever signed up need not be its owner', async () => {
    const id = await inserir(teste, { name: 'Rui', pendencia: 'email' });
    const resposta = await agir(teste, id, 'aprovar');
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([409, 'email-nao-confirmado']);
  });

  test('an approved account that is disabled stays out', async () => {
    const desabilitadoEm = new Date().toISOString();
    const id = await inserir(teste, { pendencia: 'aprovacao', desabilitadoEm });
    expect((await agir(teste, id, 'aprovar')).json().situacao).toBe('desabilitada');
  });
});

describe('POST /api/usuarios/:id/redefinir', () => {
  test('password void, sessions ended; without mail the link is answered, once', async () => {
    const bia = await cadastrar(teste, 'bia@x.br');
    const resposta = await agir(teste, bia.id, 'redefinir');
    expect(resposta.statusCode).toBe(200);
    const { enviado, link } = resposta.json();
    expect(enviado).toBe(false);
    expect(link).toMatch(
      /^http:\/\/localhost:\d+\/passwordrecovery#token=[\w-]{43}$|^http:\/\/localhost\/passwordrecovery#token=[\w-]{43}$/,
    );
    expect(await entraCom(teste, bia.token)).toBe(401);
    const entrada = await post(teste, ENTRAR, { email: bia.email, password: SENHA });
    expect(entrada.statusCode).toBe(401);
    const guardado = JSON.stringify(await teste.db.selectFrom('links').selectAll().execute());
    expect(guardado).not.toContain(link.split('=')[1]);
    const [ato] = await auditados(teste, 2).then((atos) =>
      atos.filter((a) => a.acao === 'redefinir-acesso'),
    );
    expect(JSON.parse(ato?.detalhe ?? '')).toEqual({ sessoesEncerradas: 1, enviado: false });
    expect(JSON.stringify(ato)).not.toContain(link.split('=')[1]);
  });

  test('with mail the link goes to its owner alone', async () => {
    const bia = await cadastrar(comCorreio, 'bia@x.br');
    const resposta = await agir(comCorreio, bia.id, 'redefinir');
    expect(resposta.json()).toEqual({ enviado: true, link: null });
    const [carta] = await cartas(comCorreio, bia.email);
    expect(carta?.texto).toMatch(/\/passwordrecovery#token=[\w-]{43}/);
    expect(Date.parse(carta?.expira_em ?? '') - Date.now()).toBeLessThan(31 * 60_000);
  });

  test('409 for an account out of use, and for oneself', async () => {
    const fora = await inserir(teste, { desabilitadoEm: new Date().toISOString() });
    const espera = await inserir(teste, { pendencia: 'aprovacao' });
    const casos = [
      [fora, 'conta-fora-de-uso'],
      [espera, 'conta-fora-de-uso'],
      [await meuId(teste), 'propria-conta'],
    ] as const;
    for (const [id, codigo] of casos) {
      const resposta = await agir(teste, id, 'redefinir');
      expect([resposta.statusCode, resposta.json().codigo]).toEqual([409, codigo]);
    }
    expect(await entraCom(teste, teste.token)).toBe(200);
  });
});

describe('POST /api/usuarios/:id/segundo-fator/retirar', () => {
  const RETIRAR = 'segundo-fator/retirar';

  test('every factor goes, the sessions too; without one nothing happens', async () => {
    const bia = await cadastrar(teste, 'bia-fator@x.br');
    expect((await agir(teste, bia.id, RETIRAR)).statusCode).toBe(204);
    expect(await entraCom(teste, bia.token)).toBe(200);
    const agora = new Date().toISOString();
    const totp = { conta: bia.id, segredo: 'x', confirmado_em: agora };
    await teste.db.insertInto('totp').values(totp).execute();
    const entrada = await post(teste, ENTRAR, { email: bia.email, password: SENHA });
    expect(entrada.json().segundoFator).toEqual(['totp']);
    expect((await agir(teste, bia.id, RETIRAR)).statusCode).toBe(204);
    expect(await entraCom(teste, bia.token)).toBe(401);
    const depois = await post(teste, ENTRAR, { email: bia.email, password: SENHA });
    expect(await entraCom(teste, tokenDe(depois))).toBe(200);
    const [, ato] = await auditados(teste, 2);
    expect(ato).toMatchObject({ acao: 'retirar-fator', chave: bia.id });
    expect(JSON.parse(ato?.detalhe ?? '')).toMatchObject({
      antes: { fatores: ['totp'] },
      depois: { fatores: [] },
    });
  });

  test('409 for oneself: the profile asks for the password first', async () => {
    const resposta = await agir(teste, await meuId(teste), RETIRAR);
    expect(resposta.json().mensagem).toBe(
      'Esta é a sua conta: troque a senha e o segundo fator em Perfil.',
    );
  });
});
