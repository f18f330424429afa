import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { cookieOf, post, signInWith, tokenOf } from '../../../test/conta.ts';
import type { Mensagem } from '../../platform/mail/correio.ts';

const ENTRAR = '/api/auth/sign-in/email';
const SENHA = '/api/perfil/senha';
const credenciais = { email: CONTA.email, password: CONTA.password };
const NOVA = 'portão-verde-17';

let teste: TestApp;
const enviadas: Mensagem[] = [];
beforeEach(async () => {
  enviadas.length = 0;
  teste = await buildTestApp({
    dubles: {
      wrapCorreio: (real) => ({
        ...real,
        configurado: true,
        // Each sign-in of these tests is of a new browser: that letter has its own test.
        send: async (_trx, mensagem) => {
          if (!mensagem.assunto.includes('navegador novo')) enviadas.push(mensagem);
        },
      }),
    },
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await teste.close();
});

const getPerfil = async (as = teste.token) =>
  (await teste.request({ url: '/api/perfil', as })).json();
const listAcoes = async (): Promise<string[]> => {
  const linhas = await teste.db.selectFrom('auditoria').select('acao').orderBy('id').execute();
  return linhas.map(({ acao }) => acao);
};
const changeSenha = (atual: string, nova: string, as = teste.token) =>
  teste.request({ method: 'POST', url: SENHA, payload: { atual, nova }, as });
const signIn = (agente = 'Firefox') => post(teste, ENTRAR, credenciais, { 'user-agent': agente });

describe('GET /api/perfil', () => {
  test('answers the account in one object', async () => {
    expect(await getPerfil()).toEqual({
      nome: CONTA.name,
      email: CONTA.email,
      fotoUrl: null,
      senhaAlteradaEm: expect.stringMatching(/^\d{4}-.*Z$/),
      acessoAnterior: null,
      totp: false,
      codigosRestantes: 0,
      chaves: [],
      segundoFatorExigido: false,
    });
  });

  test('the previous sign-in, with its user agent', async () => {
    const primeira = await signIn('Firefox da secretaria');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const segunda = await signIn('Chrome de casa');
    const { acessoAnterior } = await getPerfil(tokenOf(segunda));
    expect(acessoAnterior.agente).toBe('Firefox da secretaria');
    expect(Date.parse(acessoAnterior.em)).toBeLessThan(Date.now() - 50_000);
    // The first of the two sessions shows the sign-in before it, not the one after.
    expect((await getPerfil(tokenOf(primeira))).acessoAnterior.agente).not.toBe('Chrome de casa');
  });

  test('what MFA_ADMIN requires of an administrator', async () => {
    const exigente = await buildTestApp({ env: { MFA_ADMIN: '1' } });
    const resposta = await exigente.request({ url: '/api/perfil' });
    expect(resposta.json().segundoFatorExigido).toBe(true);
    await exigente.close();
  });

  test('without a session: 401', async () => {
    expect((await teste.request({ url: '/api/perfil', as: null })).statusCode).toBe(401);
  });
});

describe('POST /api/perfil/senha', () => {
  test('ends every session, opens one, and only the new password is valid', async () => {
    const outra = await signIn();
    await teste.db
      .insertInto('links')
      .values({
        hash: 'h',
        tipo: 'recuperar',
        conta: JSON.parse(atob(tokenOf(outra).split('.')[1] ?? '')).sub,
        expira_em: new Date(Date.now() + 60_000).toISOString(),
      })
      .execute();
    const antes = (await getPerfil()).senhaAlteradaEm;
    const resposta = await changeSenha(CONTA.password, NOVA);
    expect(resposta.statusCode).toBe(200);
    expect(resposta.json()).toMatchObject({ user: { email: CONTA.email }, sessao: {} });
    expect(await signInWith(teste, teste.token)).toBe(401);
    expect(await signInWith(teste, tokenOf(outra))).toBe(401);
    const cookie = { cookie: cookieOf(outra) };
    expect((await post(teste, '/api/auth/token', {}, cookie)).statusCode).toBe(401);
    expect(await signInWith(teste, tokenOf(resposta))).toBe(200);
    const meu = { cookie: cookieOf(resposta) };
    expect((await post(teste, '/api/auth/token', {}, meu)).statusCode).toBe(200);
    expect(await teste.db.selectFrom('links').select('hash').execute()).toEqual([]);
    expect((await getPerfil(tokenOf(resposta))).senhaAlteradaEm > antes).toBe(true);
    expect((await signIn()).statusCode).toBe(401);
    expect((await post(teste, ENTRAR, { ...credenciais, password: NOVA })).statusCode).toBe(200);
    expect(await listAcoes()).toContain('alterar-senha');
    expect(enviadas).toEqual([
      expect.objectContaining({ para: CONTA.email, assunto: expect.stringMatching(/senha/) }),
    ]);
    expect(enviadas[0]?.texto).not.toContain(NOVA);
  });

  test.each([
    ['não é esta', NOVA, { atual: 'A senha atual não confere.' }],
    ['', NOVA, { atual: 'Senha não pode estar em branco.' }],
    [CONTA.password, '', { nova: 'Senha não pode estar em branco.' }],
    [CONTA.password, 'curta77', { nova: 'A senha deve ter de 8 a 128 caracteres.' }],
    [CONTA.password, 'x'.repeat(129), { nova: 'A senha deve ter de 8 a 128 caracteres.' }],
    [CONTA.password, '12345678', { nova: 'Esta senha é muito comum. Escolha outra.' }],
    [CONTA.password, 'Unipark-2026', { nova: 'A senha não pode conter o nome do sistema.' }],
    [CONTA.password, CONTA.email, { nova: 'A senha não pode conter o seu e-mail.' }],
    [CONTA.password, CONTA.password, { nova: 'A nova senha deve ser diferente da atual.' }],
  ])('400 for %j → %j, and nothing changes', async (atual, nova, campos) => {
    const resposta = await changeSenha(atual, nova);
    expect([resposta.statusCode, resposta.json().campos]).toEqual([400, campos]);
    expect(resposta.headers['set-cookie']).toBeUndefined();
    expect(await signInWith(teste, teste.token)).toBe(200);
    expect((await signIn()).statusCode).toBe(200);
    expect(enviadas).toEqual([]);
  });

  test('guesses are slowed like those of a sign-in', async () => {
    for (let i = 0; i < 5; i += 1) await changeSenha(`errada-${i}`, NOVA);
    const resposta = await changeSenha(CONTA.password, NOVA);
    expect(resposta.statusCode).toBe(429);
    expect(resposta.headers['retry-after']).toBe('1');
  });

  test('an account without a password has none to change', async () => {
    await teste.db.updateTable('contas').set({ senha: null }).execute();
    expect((await getPerfil()).senhaAlteradaEm).toBeNull();
    const resposta = await changeSenha(CONTA.password, NOVA);
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([409, 'sem-senha']);
  });

  test('works without mail', async () => {
    const semCorreio = await buildTestApp();
    const resposta = await semCorreio.request({
      method: 'POST',
      url: SENHA,
      payload: { atual: CONTA.password, nova: NOVA },
    });
    expect(resposta.statusCode).toBe(200);
    await semCorreio.close();
  });
});

describe('/api/perfil/sessoes', () => {
  const listSessoes = async (as = teste.token) =>
    (await teste.request({ url: '/api/perfil/sessoes', as })).json<
      { id: string; atual: boolean; agente: string; endereco: string }[]
    >();
  const endSessao = (id: string, as = teste.token) =>
    teste.request({ method: 'DELETE', url: `/api/perfil/sessoes/${id}`, as });
  const signUpOther = async () => {
    const conta = { ...CONTA, email: 'bia@unilavras.edu.br' };
    return tokenOf(await post(teste, '/api/auth/sign-up/email', conta));
  };

  test("lists the account's own sessions, the current one first, without their secrets", async () => {
    await signUpOther();
    await signIn('Firefox da secretaria');
    const sessoes = await listSessoes();
    expect(sessoes.map(({ atual }) => atual)).toEqual([true, false]);
    expect(sessoes[1]).toEqual({
      id: expect.any(String),
      atual: false,
      agente: 'Firefox da secretaria',
      endereco: '127.0.0.1',
      criadaEm: expect.any(String),
      vistaEm: expect.any(String),
    });
    const segredos = await teste.db.selectFrom('sessoes').select('hash').execute();
    for (const { hash } of segredos) expect(JSON.stringify(sessoes)).not.toContain(hash);
  });

  test('a session past its 12 hours or 7 days is not open', async () => {
    await signIn();
    expect(await listSessoes()).toHaveLength(2);
    const [outra] = (await listSessoes()).filter(({ atual }) => !atual);
    await teste.db
      .updateTable('sessoes')
      .set({ expira_em: new Date(Date.now() - 1).toISOString() })
      .where('sid', '=', outra?.id ?? '')
      .execute();
    expect(await listSessoes()).toHaveLength(1);
  });

  test('ends one: its next request is 401, the others continue', async () => {
    const outra = await signIn();
    const [, alvo] = await listSessoes();
    expect((await endSessao(alvo?.id ?? '')).statusCode).toBe(204);
    expect(await signInWith(teste, tokenOf(outra))).toBe(401);
    expect(await signInWith(teste, teste.token)).toBe(200);
    expect((await listAcoes()).at(-1)).toBe('encerrar-sessao');
    expect((await endSessao(alvo?.id ?? '')).statusCode).toBe(404);
  });

  test("404 for another account's session, which stays open", async () => {
    const dela = await signUpOther();
    const [sessao] = await listSessoes(dela);
    const resposta = await endSessao(sessao?.id ?? '');
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
      404,
      'Esta sessão já foi encerrada.',
    ]);
    expect(await signInWith(teste, dela)).toBe(200);
    expect(await listAcoes()).not.toContain('encerrar-sessao');
  });

  test('ends the other sessions of the account, outside ones too, and of no other account', async () => {
    const dela = await signUpOther();
    const [outra, mais] = [await signIn(), await signIn()];
    const { sub: conta } = JSON.parse(atob(teste.token.split('.')[1] ?? ''));
    const agora = new Date().toISOString();
    await teste.db
      .insertInto('sessoes_externas')
      .values({ sid: 'fora:1', conta, criada_em: agora, vista_em: agora })
      .execute();
    expect((await listSessoes()).map(({ id }) => id)).toContain('fora:1');
    const resposta = await teste.request({ method: 'DELETE', url: '/api/perfil/sessoes' });
    expect(resposta.json()).toEqual({ encerradas: 3 });
    for (const uma of [outra, mais]) expect(await signInWith(teste, tokenOf(uma))).toBe(401);
    expect(await signInWith(teste, teste.token)).toBe(200);
    expect(await signInWith(teste, dela)).toBe(200);
    expect(await listSessoes()).toHaveLength(1);
    expect((await listAcoes()).at(-1)).toBe('encerrar-sessoes');
  });
});
