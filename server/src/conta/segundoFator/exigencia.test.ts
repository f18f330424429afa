import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { cookieDe, post, tokenDe } from '../../../test/conta.ts';
import {
  addChave,
  ateOPasso,
  ativaTotp,
  codigoDe,
  createChaveDeTeste,
  passo,
} from '../../../test/segundoFator.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import { readFatores, removeFatores } from './repo.ts';

const senha = CONTA.password;
const comFator = (teste: TestApp, url: string, payload: object = { senha }) =>
  teste.request({ method: 'POST', url: `/api/perfil/${url}`, payload });

describe('MFA_ADMIN=1', () => {
  let teste: TestApp;
  beforeAll(async () => {
    teste = await buildTestApp({ env: { MFA_ADMIN: '1' } });
  });
  afterAll(() => teste.close());
  const administra = async () => {
    const resposta = await teste.request({ url: '/api/dispositivos' });
    return [resposta.statusCode, resposta.json().mensagem];
  };

  test('an administrator without a factor works, but does not administer', async () => {
    const entrada = await post(teste, '/api/auth/sign-in/email', {
      email: CONTA.email,
      password: senha,
    });
    expect(entrada.json().user).toMatchObject({
      admin: false,
      lembrete: 'segundo-fator-exigido',
    });
    expect(await administra()).toEqual([403, 'Ative o segundo fator em Perfil para administrar.']);
    expect((await teste.request({ url: '/db/veiculos?limite=1' })).statusCode).toBe(200);
  });

  test('whoever is no administrator reads the general sentence', async () => {
    const ana = { name: 'Ana', email: 'ana@unilavras.edu.br', password: 'girassol-verde-7' };
    const as = tokenDe(await post(teste, '/api/auth/sign-up/email', ana));
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
    teste.token = tokenDe(entrada);
    await ativaTotp(teste);
    expect((await administra())[0]).toBe(200);
    const renovado = await post(teste, '/api/auth/token', {}, { cookie: cookieDe(entrada) });
    expect(renovado.json().user).toMatchObject({ admin: true, lembrete: null });
  });

  test('the last factor stays: 409, and nothing is lost', async () => {
    const recusa = [
      409,
      'A administração exige um segundo fator. Ative outro antes de retirar este.',
    ];
    const presa = await comFator(teste, 'totp/desligar');
    expect([presa.statusCode, presa.json().mensagem]).toEqual(recusa);
    const chave = createChaveDeTeste();
    await addChave(teste, chave);
    expect((await comFator(teste, 'totp/desligar')).statusCode).toBe(204);
    const ultima = await comFator(teste, `passkeys/${chave.id}/excluir`);
    expect([ultima.statusCode, ultima.json().mensagem]).toEqual(recusa);
    expect((await administra())[0]).toBe(200);
  });
});

describe('taking the factors of somebody away', () => {
  test('removes all of them, and the questions under way', async () => {
    const teste = await buildTestApp();
    const { codigos } = await ativaTotp(teste);
    await addChave(teste, createChaveDeTeste());
    const cookie = await ateOPasso(teste);
    const { id } = await teste.db.selectFrom('user').select('id').executeTakeFirstOrThrow();
    expect(await readFatores(teste.db, id)).toMatchObject({
      totp: true,
      codigosRestantes: 10,
      chaves: [{ nome: 'Notebook', usadaEm: null }],
    });

    const perguntas = () => teste.db.selectFrom('desafios').select('tipo').execute();
    expect(await perguntas()).not.toEqual([]);
    const tinha = await inTransaction(teste.db, (trx) => removeFatores(trx, id));
    expect(tinha).toEqual(['passkey', 'totp']);
    expect(await readFatores(teste.db, id)).toEqual({
      totp: false,
      codigosRestantes: 0,
      chaves: [],
    });
    expect(await perguntas()).toEqual([]);
    expect((await passo(teste, cookie, 'codigo', { codigo: codigos[0] })).statusCode).toBe(401);
    const { email, password } = CONTA;
    const entrada = await post(teste, '/api/auth/sign-in/email', { email, password });
    expect(tokenDe(entrada)).toMatch(/^ey/);
    await teste.close();
  });
});

test('a factor that goes ends the second steps under way, for a lost device may be at one', async () => {
  const teste = await buildTestApp();
  const { segredo } = await ativaTotp(teste);
  const chave = createChaveDeTeste();
  await addChave(teste, chave);
  const cookie = await ateOPasso(teste);
  await comFator(teste, `passkeys/${chave.id}/excluir`);
  const codigo = codigoDe(segredo);
  expect((await passo(teste, cookie, 'totp', { codigo })).statusCode).toBe(401);
  expect((await passo(teste, await ateOPasso(teste), 'totp', { codigo })).statusCode).toBe(200);
  await teste.close();
});

test('a used recovery code is told by mail, where mail goes out', async () => {
  const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'UNIPARK <unipark@unilavras.edu.br>' };
  const teste = await buildTestApp({ env });
  const { codigos } = await ativaTotp(teste);
  const cartas = () =>
    teste.db.selectFrom('correio').select(['para', 'assunto', 'texto']).execute();
  expect(await cartas()).toEqual([]);
  await passo(teste, await ateOPasso(teste), 'codigo', { codigo: 'errado' });
  expect(await cartas()).toEqual([]);
  await passo(teste, await ateOPasso(teste), 'codigo', { codigo: codigos[0] });
  const [carta, ...resto] = await cartas();
  expect(resto).toEqual([]);
  expect(carta).toMatchObject({
    para: CONTA.email,
    assunto: 'UNIPARK: um código de recuperação foi usado',
  });
  expect(carta?.texto).toContain('Restam 9 códigos.');
  expect(carta?.texto).toContain('http://localhost/perfil');
  await teste.close();
});
