import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { cookieOf, post, tokenOf } from '../../../test/conta.ts';
import {
  activateTotp,
  addChave,
  answerPasso,
  createTestChave,
  makeCodigo,
  signInToPasso,
} from '../../../test/segundoFator.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import { readFatores, removeFatores } from './repo.ts';

const senha = CONTA.password;
const postPerfil = (teste: TestApp, url: string, payload: object = { senha }) =>
  teste.request({ method: 'POST', url: `/api/perfil/${url}`, payload });

describe('MFA_ADMIN=1', () => {
  let teste: TestApp;
  beforeAll(async () => {
    teste = await buildTestApp({ env: { MFA_ADMIN: '1' } });
  });
  afterAll(() => teste.close());
  const administer = async () => {
    const resposta = await teste.request({ url: '/api/dispositivos' });
    return [resposta.statusCode, resposta.json().mensagem];
  };

  test('an administrator without a factor may work, but not administer', async () => {
    const entrada = await post(teste, '/api/auth/sign-in/email', {
      email: CONTA.email,
      password: senha,
    });
    expect(entrada.json().user).toMatchObject({
      admin: false,
      lembrete: 'segundo-fator-exigido',
    });
    expect(await administer()).toEqual([403, 'Ative o segundo fator em Perfil para administrar.']);
    expect((await teste.request({ url: '/db/veiculos?limite=1' })).statusCode).toBe(200);
  });

  test('a user who is not an administrator reads the general sentence', async () => {
    const ana = { name: 'Ana', email: 'ana@unilavras.edu.br', password: 'girassol-verde-7' };
    const as = tokenOf(await post(teste, '/api/auth/sign-up/email', ana));
    const resposta = await teste.request({ url: '/api/dispositivos', as });
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
      403,
      'Só a administração pode fazer isto.',
    ]);
  });

  test('administers at once after switching one on; the next token says so', async () => {
    const entrada = await post(teste, '/api/auth/sign-in/email', {
      email: CONTA.email,
      password: senha,
    });
    teste.token = tokenOf(entrada);
    await activateTotp(teste);
    expect((await administer())[0]).toBe(200);
    const renovado = await post(teste, '/api/auth/token', {}, { cookie: cookieOf(entrada) });
    expect(renovado.json().user).toMatchObject({ admin: true, lembrete: null });
  });

  test('the last factor stays: 409, and nothing changes', async () => {
    const recusa = [
      409,
      'A administração exige um segundo fator. Ative outro antes de retirar este.',
    ];
    const presa = await postPerfil(teste, 'totp/desligar');
    expect([presa.statusCode, presa.json().mensagem]).toEqual(recusa);
    const chave = createTestChave();
    await addChave(teste, chave);
    expect((await postPerfil(teste, 'totp/desligar')).statusCode).toBe(204);
    const ultima = await postPerfil(teste, `passkeys/${chave.id}/excluir`);
    expect([ultima.statusCode, ultima.json().mensagem]).toEqual(recusa);
    expect((await administer())[0]).toBe(200);
  });
});

describe("removing another person's factors", () => {
  test('removes all of them, and the open challenges', async () => {
    const teste = await buildTestApp();
    const { codigos } = await activateTotp(teste);
    await addChave(teste, createTestChave());
    const cookie = await signInToPasso(teste);
    const { id } = await teste.db.selectFrom('contas').select('id').executeTakeFirstOrThrow();
    expect(await readFatores(teste.db, id)).toMatchObject({
      totp: true,
      codigosRestantes: 10,
      chaves: [{ nome: 'Notebook', usadaEm: null }],
    });

    const listDesafios = () => teste.db.selectFrom('desafios').select('tipo').execute();
    expect(await listDesafios()).not.toEqual([]);
    const tinha = await inTransaction(teste.db, (trx) => removeFatores(trx, id));
    expect(tinha).toEqual(['passkey', 'totp']);
    expect(await readFatores(teste.db, id)).toEqual({
      totp: false,
      codigosRestantes: 0,
      chaves: [],
    });
    expect(await listDesafios()).toEqual([]);
    expect((await answerPasso(teste, cookie, 'codigo', { codigo: codigos[0] })).statusCode).toBe(
      401,
    );
    const { email, password } = CONTA;
    const entrada = await post(teste, '/api/auth/sign-in/email', { email, password });
    expect(tokenOf(entrada)).toMatch(/^ey/);
    await teste.close();
  });
});

test('the removal of a factor ends open second steps: a lost device may be at one', async () => {
  const teste = await buildTestApp();
  const { segredo } = await activateTotp(teste);
  const chave = createTestChave();
  await addChave(teste, chave);
  const cookie = await signInToPasso(teste);
  await postPerfil(teste, `passkeys/${chave.id}/excluir`);
  const codigo = makeCodigo(segredo);
  expect((await answerPasso(teste, cookie, 'totp', { codigo })).statusCode).toBe(401);
  expect(
    (await answerPasso(teste, await signInToPasso(teste), 'totp', { codigo })).statusCode,
  ).toBe(200);
  await teste.close();
});

test('a used recovery code sends a letter, with mail', async () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'UNIPARK <unipark@unilavras.edu.br>' };
  const teste = await buildTestApp({ env });
  const { codigos } = await activateTotp(teste);
  const listCartas = () =>
    teste.db.selectFrom('correio').select(['para', 'assunto', 'texto']).execute();
  expect(await listCartas()).toEqual([]);
  await answerPasso(teste, await signInToPasso(teste), 'codigo', { codigo: 'errado' });
  expect(await listCartas()).toEqual([]);
  await answerPasso(teste, await signInToPasso(teste), 'codigo', { codigo: codigos[0] });
  const [carta, ...resto] = await listCartas();
  expect(resto).toEqual([]);
  expect(carta).toMatchObject({
    para: CONTA.email,
    assunto: 'UNIPARK: um código de recuperação foi usado',
  });
  expect(carta?.texto).toContain('Restam 9 códigos.');
  expect(carta?.texto).toContain('http://localhost/perfil');
  await teste.close();
});
