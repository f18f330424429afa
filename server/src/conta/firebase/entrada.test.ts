import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { createFirst, post, signInWith } from '../../../test/conta.ts';
import { until } from '../../../test/espera.ts';
import {
  buildFirebaseApp,
  type FirebaseProvider,
  MARCIA,
  nowInSeconds,
  signIn,
  startProvedor,
} from '../../../test/firebase.ts';
import { buildContaRow } from '../../../test/usuarios.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import { hashToken } from '../links/links.ts';
import { endSessoes } from '../sessao/sessoes.ts';

const HORA = 3_600_000;
const PUBLICO = { HOST: '0.0.0.0', PUBLIC_URL: 'http://unipark.exemplo.br' };

let provedor: FirebaseProvider;
let teste: TestApp;

beforeAll(async () => {
  provedor = await startProvedor();
});
afterAll(() => provedor.close());
afterEach(async () => {
  vi.useRealTimers();
  await teste?.close();
});

const mint = (claims: Record<string, unknown> = {}) => provedor.mint({ claims });
const RITA = { sub: 'uid-rita', email: 'rita@unilavras.edu.br', name: 'Rita Alves' };

const listContas = () =>
  teste.db
    .selectFrom('contas')
    .select(['id', 'email', 'nome', 'admin', 'pendencia', 'email_verificado'])
    .orderBy('criada_em')
    .execute();

/** An account made here before any sign-in from the provider. */
async function createRow(email: string, verificado = 0): Promise<void> {
  const conta = buildContaRow({ id: 'da-casa', nome: 'Da Casa', email, admin: 1 });
  await teste.db
    .insertInto('contas')
    .values({ ...conta, email_verificado: verificado, senha: 'cifrada' })
    .execute();
}

const getOwnSenha = () =>
  teste.db
    .selectFrom('contas')
    .select('senha')
    .where('id', '=', 'da-casa')
    .executeTakeFirstOrThrow();

describe('POST /api/auth/firebase, without a session', () => {
  beforeEach(async () => {
    teste = await buildFirebaseApp(provedor);
  });

  test("a new person signs in with the provider's token; the first one is the admin", async () => {
    const token = await mint();
    expect(await signInWith(teste, token)).toBe(401);
    const resposta = await signIn(teste, token, { name: 'Márcia C. de Souza' });
    expect(resposta.statusCode, resposta.body).toBe(200);
    expect(resposta.json()).toMatchObject({
      token,
      user: { email: MARCIA.email, name: 'Márcia C. de Souza', admin: true, lembrete: null },
    });
    expect(resposta.headers['set-cookie']).toBeUndefined();
    expect(await signInWith(teste, token)).toBe(200);

    const rita = await mint(RITA);
    expect((await signIn(teste, rita)).json().user).toMatchObject({ admin: false });
    expect((await listContas()).map(({ nome }) => nome)).toEqual([
      'Márcia C. de Souza',
      'Rita Alves',
    ]);
  });

  test('the session ends like a local one: unused after twelve hours, in any case after seven days', async () => {
    const criada = nowInSeconds();
    const { sessao } = (await signIn(teste, await mint({ auth_time: criada }))).json();
    const at = (texto: string) => Math.round((Date.parse(texto) / 1_000 - criada) / 3_600);
    expect(at(sessao.expiraEm)).toBe(12);
    expect(at(sessao.terminaEm)).toBe(7 * 24);
  });

  test('a return makes no second account and no second audit row', async () => {
    const auth_time = nowInSeconds();
    await signIn(teste, await mint({ auth_time }));
    await signIn(teste, await mint({ auth_time, iat: auth_time + 1 }));
    expect(await listContas()).toHaveLength(1);
    const { total } = await teste.db
      .selectFrom('auditoria')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('acao', '=', 'entrar')
      .executeTakeFirstOrThrow();
    expect(Number(total)).toBe(1);
  });

  test('simultaneous first calls of one person make one account', async () => {
    const token = await mint();
    const respostas = await Promise.all(Array.from({ length: 12 }, () => signIn(teste, token)));
    expect(new Set(respostas.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await listContas()).toHaveLength(1);
  });

  test('another address at the provider changes nothing here: the uid identifies the person', async () => {
    await signIn(teste, await mint());
    const outra = await mint({ email: 'outra@exemplo.br', email_verified: true });
    expect((await signIn(teste, outra)).json().user.email).toBe(MARCIA.email);
  });

  test('a token without an e-mail leads to no account', async () => {
    const resposta = await signIn(teste, await mint({ email: undefined }));
    expect(resposta.statusCode).toBe(403);
    expect(resposta.json().mensagem).toBe('Use uma conta que tenha e-mail.');
    expect(await listContas()).toEqual([]);
  });

  test('without a usable name the name comes from the address', async () => {
    const token = await mint({ name: '\u0000' });
    expect((await signIn(teste, token, { name: '   ' })).json().user.name).toBe('marcia');
  });

  test('a page of another site may not call it', async () => {
    const corpo = { token: await mint() };
    const fora = { 'sec-fetch-site': 'cross-site' };
    expect((await post(teste, '/api/auth/firebase', corpo, fora)).statusCode).toBe(403);
    expect(await listContas()).toEqual([]);
  });

  test.each([[{}], [{ token: 7 }], [{ token: 'x', admin: true }], [{ token: ['x'] }]])(
    'a body of another shape is 400: %j',
    async (corpo) => {
      expect((await post(teste, '/api/auth/firebase', corpo)).statusCode).toBe(400);
    },
  );

  test('a sign-out ends that sign-in for ever, and no other', async () => {
    const entrou = nowInSeconds();
    const um = await mint({ auth_time: entrou - 10 });
    const dois = await mint({ auth_time: entrou - 5 });
    await signIn(teste, um);
    await signIn(teste, dois);
    const sair = await post(teste, '/api/auth/sign-out', {}, { authorization: `Bearer ${um}` });
    expect(sair.statusCode).toBe(204);
    expect(await signInWith(teste, um)).toBe(401);
    // Refused: the next token of the same sign-in, and a second call of the sign-in route with it.
    const renovado = await mint({ auth_time: entrou - 10, iat: entrou + 1 });
    expect(await signInWith(teste, renovado)).toBe(401);
    expect((await signIn(teste, renovado)).statusCode).toBe(401);
    expect(await signInWith(teste, dois)).toBe(200);
  });

  test('a disabled account is refused at once, because of our own row', async () => {
    const token = await mint();
    const { user } = (await signIn(teste, token)).json();
    await teste.db
      .updateTable('contas')
      .set({ desabilitada_em: new Date().toISOString() })
      .where('id', '=', user.id)
      .execute();
    expect(await signInWith(teste, token)).toBe(401);
    const resposta = await signIn(teste, await mint({ auth_time: nowInSeconds() - 1 }));
    expect(resposta.statusCode).toBe(403);
    expect(resposta.json().mensagem).toBe(
      'Esta conta está desabilitada. Fale com a administração.',
    );
  });

  test('a session is over after twelve hours without use, and is not opened again', async () => {
    const auth_time = nowInSeconds();
    await signIn(teste, await mint({ auth_time }));
    const later = (ms: number) =>
      vi.useFakeTimers({ toFake: ['Date'], now: auth_time * 1_000 + ms });
    later(11 * HORA);
    expect(await signInWith(teste, await mint({ auth_time }))).toBe(200);
    const getVista = () =>
      teste.db.selectFrom('sessoes_externas').select('vista_em').executeTakeFirstOrThrow();
    // `until` moves a fake clock by its own steps.
    const expectUsed = (horas: number) =>
      until(async () =>
        expect(Date.parse((await getVista()).vista_em)).toBeGreaterThanOrEqual(
          auth_time * 1_000 + horas * HORA,
        ),
      );
    await expectUsed(11);
    later(22 * HORA);
    expect(await signInWith(teste, await mint({ auth_time }))).toBe(200);
    await expectUsed(22);
    later(35 * HORA);
    expect(await signInWith(teste, await mint({ auth_time }))).toBe(401);
    expect((await signIn(teste, await mint({ auth_time }))).statusCode).toBe(401);
  });

  test('a use is written at most every ten minutes', async () => {
    const auth_time = nowInSeconds();
    await signIn(teste, await mint({ auth_time }));
    const getVista = () =>
      teste.db.selectFrom('sessoes_externas').select('vista_em').executeTakeFirstOrThrow();
    const antes = await getVista();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * 60_000 });
    expect(await signInWith(teste, await mint({ auth_time }))).toBe(200);
    await new Promise((pronto) => setTimeout(pronto, 50));
    expect(await getVista()).toEqual(antes);
  });

  test('an idle page gets its token and does not prolong the session', async () => {
    const auth_time = nowInSeconds();
    const antes = (await signIn(teste, await mint({ auth_time }))).json().sessao.expiraEm;
    vi.useFakeTimers({ toFake: ['Date'], now: auth_time * 1_000 + 2 * HORA });
    const parada = await signIn(teste, await mint({ auth_time }), { uso: false });
    expect(parada.json().sessao.expiraEm).toBe(antes);
    const usada = await signIn(teste, await mint({ auth_time }), { uso: true });
    expect(Date.parse(usada.json().sessao.expiraEm)).toBe(Date.now() + 12 * HORA);
  });

  test('seven days after the sign-in it is over, with any amount of use', async () => {
    const auth_time = nowInSeconds();
    await signIn(teste, await mint({ auth_time }));
    const fim = (auth_time + 7 * 24 * 3_600) * 1_000;
    const recente = new Date(fim - 60_000).toISOString();
    await teste.db.updateTable('sessoes_externas').set({ vista_em: recente }).execute();
    vi.useFakeTimers({ toFake: ['Date'], now: fim - 5_000 });
    expect(await signInWith(teste, await mint({ auth_time }))).toBe(200);
    vi.setSystemTime(fim + 1_000);
    expect(await signInWith(teste, await mint({ auth_time }))).toBe(401);
    expect((await signIn(teste, await mint({ auth_time }))).statusCode).toBe(401);
  });

  test("yesterday's sign-in that was never used here opens nothing", async () => {
    const velha = await mint({ auth_time: nowInSeconds() - 13 * 3_600 });
    expect((await signIn(teste, velha)).statusCode).toBe(401);
    expect(await listContas()).toEqual([]);
  });

  test('ending all sessions of an account ends these too', async () => {
    const token = await mint();
    const { user } = (await signIn(teste, token)).json();
    const ouvidas: string[] = [];
    const identidade = { announceEnd: (_trx: unknown, sids: string[]) => ouvidas.push(...sids) };
    await inTransaction(teste.db, (trx) => endSessoes(trx, identidade, user.id));
    expect(ouvidas).toEqual([expect.stringMatching(/^fb:uid-marcia:\d+$/)]);
    expect(await signInWith(teste, token)).toBe(401);
  });

  test('the profile lists the session, without password and second factor', async () => {
    const token = await mint();
    await signIn(teste, token);
    const sessoes = await teste.request({ url: '/api/perfil/sessoes', as: token });
    expect(sessoes.json()).toEqual([
      expect.objectContaining({ id: expect.stringMatching(/^fb:/), atual: true }),
    ]);
    const perfil = await teste.request({ url: '/api/perfil', as: token });
    expect(perfil.json()).toMatchObject({ senhaAlteradaEm: null, totp: false, chaves: [] });
  });

  test('the profile does not list a session that ended because it was not used', async () => {
    const antiga = nowInSeconds() - 3_600;
    await signIn(teste, await mint({ auth_time: antiga }));
    const token = await mint();
    await signIn(teste, token);
    const count = async () =>
      (await teste.request({ url: '/api/perfil/sessoes', as: token })).json<object[]>().length;
    expect(await count()).toBe(2);
    const vista_em = new Date(Date.now() - 12 * 3_600_000).toISOString();
    await teste.db
      .updateTable('sessoes_externas')
      .set({ vista_em })
      .where('sid', 'like', `%:${antiga}`)
      .execute();
    expect(await signInWith(teste, await mint({ auth_time: antiga }))).toBe(401);
    expect(await count()).toBe(1);
  });
});

describe('an account of the same address', () => {
  beforeEach(async () => {
    teste = await buildFirebaseApp(provedor);
    await createRow(MARCIA.email);
  });

  test('is not given to a person who did not confirm the address', async () => {
    const resposta = await signIn(teste, await mint());
    expect(resposta.statusCode).toBe(403);
    expect(resposta.json().mensagem).toBe('Confirme o endereço pelo e-mail que enviamos.');
    expect(await signInWith(teste, await mint())).toBe(401);
  });

  test('is given to the person after the address is confirmed; the old password is void', async () => {
    const token = await mint({ email_verified: true });
    expect((await signIn(teste, token)).json().user).toMatchObject({ id: 'da-casa', admin: true });
    expect(await signInWith(teste, token)).toBe(200);
    expect(await getOwnSenha()).toEqual({ senha: null });
    expect(await listContas()).toHaveLength(1);
  });

  test('belongs to the first uid: a second one with the same address is another person', async () => {
    await signIn(teste, await mint({ email_verified: true }));
    const outra = await mint({ sub: 'uid-segunda', email_verified: true });
    const resposta = await signIn(teste, outra);
    expect(resposta.statusCode).toBe(409);
    expect(resposta.json().mensagem).toBe('Este e-mail já tem uma conta.');
    expect(await signInWith(teste, outra)).toBe(401);
  });
});

describe('SIGNUP_MODE decides about a new uid', () => {
  const build = async (env: Record<string, string>) => {
    teste = await buildFirebaseApp(provedor, { env: { ...PUBLICO, ...env } });
    await createFirst(teste);
  };
  /** On an exposed server the address is part of the request. */
  const enter = async (claims: Record<string, unknown>, extras: object = {}) => {
    const headers = { origin: PUBLICO.PUBLIC_URL, host: 'unipark.exemplo.br' };
    const payload = { token: await mint(claims), ...extras };
    return teste.app.inject({ method: 'POST', url: '/api/auth/firebase', payload, headers });
  };

  test('dominio: a confirmed address of exactly that domain', async () => {
    await build({ SIGNUP_MODE: 'dominio', SIGNUP_DOMAINS: 'unilavras.edu.br' });
    const semProva = await enter(RITA);
    expect(semProva.statusCode).toBe(403);
    expect(semProva.json().mensagem).toBe('Confirme o endereço pelo e-mail que enviamos.');
    for (const email of [
      'r@mal-unilavras.edu.br',
      'r@unilavras.edu.br.mal.com',
      'r@x.unilavras.edu.br',
    ]) {
      const fora = await enter({ ...RITA, email, email_verified: true });
      expect(fora.statusCode).toBe(403);
      expect(fora.json().mensagem).toBe('Use o seu e-mail da instituição.');
    }
    expect(await listContas()).toHaveLength(1);
    expect((await enter({ ...RITA, email_verified: true })).statusCode).toBe(200);
  });

  test('aprovacao: received once, then waiting, then signed in after approval', async () => {
    await build({ SIGNUP_MODE: 'aprovacao', SMTP_URL: 'smtp://a%40b.br:x@127.0.0.1:1' });
    const listCartas = () => teste.db.selectFrom('correio').select('para').execute();
    expect(await listCartas()).toEqual([]);
    const primeira = await enter(RITA);
    expect(primeira.statusCode).toBe(403);
    expect(primeira.json().mensagem).toBe('Cadastro recebido. Aguarde a aprovação.');
    expect(await listCartas()).toEqual([{ para: 'operacao@exemplo.br' }]);
    const segunda = await enter(RITA);
    expect(segunda.statusCode).toBe(403);
    expect(segunda.json().mensagem).toBe('Sua conta ainda aguarda aprovação.');
    await teste.db.updateTable('contas').set({ pendencia: null }).execute();
    expect((await enter(RITA)).statusCode).toBe(200);
  });

  test.each(['convite', 'fechado'])('%s: by invitation only', async (modo) => {
    await build({ SIGNUP_MODE: modo });
    const semConvite = await enter({ ...RITA, email_verified: true });
    expect(semConvite.statusCode).toBe(403);
    expect(semConvite.json().mensagem).toMatch(/^O cadastro é feito por convite/);
    expect(await listContas()).toHaveLength(1);
  });

  test('convite: the link works for the address it was sent to, once', async () => {
    await build({ SIGNUP_MODE: 'convite' });
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    const convite = 'c'.repeat(43);
    await teste.db
      .insertInto('convites')
      .values({
        email: RITA.email,
        hash: hashToken(convite),
        criado_por: 'primeira',
        criado_em: at(0),
        expira_em: at(HORA),
        aceito_em: null,
      })
      .execute();
    const alheio = { sub: 'uid-x', email: 'x@exemplo.br', email_verified: true };
    expect((await enter(alheio, { convite })).statusCode).toBe(400);
    expect((await enter(RITA, { convite: 'd'.repeat(43) })).statusCode).toBe(400);
    expect((await enter(RITA, { convite })).statusCode).toBe(200);
    expect((await enter({ ...RITA, sub: 'uid-outra' }, { convite })).statusCode).not.toBe(200);
    expect((await listContas()).map(({ email }) => email)).toContain(RITA.email);
  });

  test('a visitor does not make the first account of an exposed server', async () => {
    teste = await buildFirebaseApp(provedor, { env: { ...PUBLICO, SIGNUP_MODE: 'aberto' } });
    const resposta = await enter({ ...RITA, email_verified: true });
    expect(resposta.statusCode).toBe(403);
    expect(resposta.json().codigo).toBe('primeira-conta');
    expect(await listContas()).toEqual([]);
  });
});
