import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { createFirst, entraCom, post } from '../../../test/conta.ts';
import {
  agora,
  buildFirebaseApp,
  entrar,
  MARCIA,
  type Provedor,
  startProvedor,
} from '../../../test/firebase.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import { hashToken } from '../links/links.ts';
import { endSessoes } from '../sessao/sessoes.ts';

const HORA = 3_600_000;
const PUBLICO = { HOST: '0.0.0.0', PUBLIC_URL: 'http://unipark.exemplo.br' };

let provedor: Provedor;
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

const contas = () =>
  teste.db
    .selectFrom('user')
    .select(['id', 'email', 'name', 'admin', 'pendencia', 'emailVerified'])
    .orderBy('createdAt')
    .execute();

/** A row made here before anybody came from outside. */
async function createRow(email: string, verificado = 0): Promise<void> {
  const datas = { createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() };
  const conta = { id: 'da-casa', name: 'Da Casa', email, emailVerified: verificado, image: null };
  await teste.db
    .insertInto('user')
    .values({ ...conta, ...datas, admin: 1, desabilitadoEm: null })
    .execute();
  await teste.db
    .insertInto('account')
    .values({
      id: 'senha-da-casa',
      accountId: 'da-casa',
      providerId: 'credential',
      userId: 'da-casa',
      password: 'cifrada',
      ...datas,
    })
    .execute();
}

const senhaDaCasa = () =>
  teste.db
    .selectFrom('account')
    .select('password')
    .where('id', '=', 'senha-da-casa')
    .executeTakeFirstOrThrow();

describe('POST /api/auth/firebase, open to everyone', () => {
  beforeEach(async () => {
    teste = await buildFirebaseApp(provedor);
  });

  test('a new person enters with the very token; the first one administers', async () => {
    const token = await mint();
    expect(await entraCom(teste, token)).toBe(401);
    const resposta = await entrar(teste, token, { name: 'Márcia C. de Souza' });
    expect(resposta.statusCode, resposta.body).toBe(200);
    expect(resposta.json()).toMatchObject({
      token,
      user: { email: MARCIA.email, name: 'Márcia C. de Souza', admin: true, lembrete: null },
    });
    expect(resposta.headers['set-cookie']).toBeUndefined();
    expect(await entraCom(teste, token)).toBe(200);

    const rita = await mint(RITA);
    expect((await entrar(teste, rita)).json().user).toMatchObject({ admin: false });
    expect((await contas()).map(({ name }) => name)).toEqual(['Márcia C. de Souza', 'Rita Alves']);
  });

  test('the session ends as ours do: unused after twelve hours, in any case after seven days', async () => {
    const criada = agora();
    const { sessao } = (await entrar(teste, await mint({ auth_time: criada }))).json();
    const em = (texto: string) => Math.round((Date.parse(texto) / 1_000 - criada) / 3_600);
    expect(em(sessao.expiraEm)).toBe(12);
    expect(em(sessao.terminaEm)).toBe(7 * 24);
  });

  test('coming back is no second account, and no second entry in the audit', async () => {
    const auth_time = agora();
    await entrar(teste, await mint({ auth_time }));
    await entrar(teste, await mint({ auth_time, iat: auth_time + 1 }));
    expect(await contas()).toHaveLength(1);
    const { total } = await teste.db
      .selectFrom('auditoria')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('acao', '=', 'entrar')
      .executeTakeFirstOrThrow();
    expect(Number(total)).toBe(1);
  });

  test('many first calls of one person at once make one account', async () => {
    const token = await mint();
    const respostas = await Promise.all(Array.from({ length: 12 }, () => entrar(teste, token)));
    expect(new Set(respostas.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await contas()).toHaveLength(1);
  });

  test('another address at the provider changes nothing here: the uid is the person', async () => {
    await entrar(teste, await mint());
    const outra = await mint({ email: 'outra@exemplo.br', email_verified: true });
    expect((await entrar(teste, outra)).json().user.email).toBe(MARCIA.email);
  });

  test('a token without an e-mail leads to no account', async () => {
    const resposta = await entrar(teste, await mint({ email: undefined }));
    expect(resposta.statusCode).toBe(403);
    expect(resposta.json().mensagem).toBe('Use uma conta que tenha e-mail.');
    expect(await contas()).toEqual([]);
  });

  test('without a usable name the address gives one', async () => {
    const token = await mint({ name: '\u0000' });
    expect((await entrar(teste, token, { name: '   ' })).json().user.name).toBe('marcia');
  });

  test('a page of another site may not call it', async () => {
    const corpo = { token: await mint() };
    const fora = { 'sec-fetch-site': 'cross-site' };
    expect((await post(teste, '/api/auth/firebase', corpo, fora)).statusCode).toBe(403);
    expect(await contas()).toEqual([]);
  });

  test.each([[{}], [{ token: 7 }], [{ token: 'x', admin: true }], [{ token: ['x'] }]])(
    'a body that is not one of these is 400: %j',
    async (corpo) => {
      expect((await post(teste, '/api/auth/firebase', corpo)).statusCode).toBe(400);
    },
  );

  test('signing out ends that signing in for ever, and no other', async () => {
    const entrou = agora();
    const um = await mint({ auth_time: entrou - 10 });
    const dois = await mint({ auth_time: entrou - 5 });
    await entrar(teste, um);
    await entrar(teste, dois);
    const sair = await post(teste, '/api/auth/sign-out', {}, { authorization: `Bearer ${um}` });
    expect(sair.statusCode).toBe(204);
    expect(await entraCom(teste, um)).toBe(401);
    // Neither the next token of the same signing in, nor showing it at the door again.
    const renovado = await mint({ auth_time: entrou - 10, iat: entrou + 1 });
    expect(await entraCom(teste, renovado)).toBe(401);
    expect((await entrar(teste, renovado)).statusCode).toBe(401);
    expect(await entraCom(teste, dois)).toBe(200);
  });

  test('a disabled account is refused at once, by our own row alone', async () => {
    const token = await mint();
    const { user } = (await entrar(teste, token)).json();
    await teste.db
      .updateTable('user')
      .set({ desabilitadoEm: new Date().toISOString() })
      .where('id', '=', user.id)
      .execute();
    expect(await entraCom(teste, token)).toBe(401);
    const resposta = await entrar(teste, await mint({ auth_time: agora() - 1 }));
    expect(resposta.statusCode).toBe(403);
    expect(resposta.json().mensagem).toBe(
      'Esta conta está desabilitada. Fale com a administração.',
    );
  });

  test('a session is over after twelve hours without use, and is not opened again', async () => {
    const auth_time = agora();
    await entrar(teste, await mint({ auth_time }));
    const later = (ms: number) =>
      vi.useFakeTimers({ toFake: ['Date'], now: auth_time * 1_000 + ms });
    later(11 * HORA);
    expect(await entraCom(teste, await mint({ auth_time }))).toBe(200);
    const vista = () =>
      teste.db.selectFrom('sessoes_externas').select('vista_em').executeTakeFirstOrThrow();
    const usada = new Date(auth_time * 1_000 + 11 * HORA).toISOString();
    await vi.waitFor(async () => expect((await vista()).vista_em).toBe(usada));
    later(22 * HORA);
    expect(await entraCom(teste, await mint({ auth_time }))).toBe(200);
    await vi.waitFor(async () => expect((await vista()).vista_em).not.toBe(usada));
    later(35 * HORA);
    expect(await entraCom(teste, await mint({ auth_time }))).toBe(401);
    expect((await entrar(teste, await mint({ auth_time }))).statusCode).toBe(401);
  });

  test('a use is noted at most every ten minutes', async () => {
    const auth_time = agora();
    await entrar(teste, await mint({ auth_time }));
    const vista = () =>
      teste.db.selectFrom('sessoes_externas').select('vista_em').executeTakeFirstOrThrow();
    const antes = await vista();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * 60_000 });
    expect(await entraCom(teste, await mint({ auth_time }))).toBe(200);
    await new Promise((pronto) => setTimeout(pronto, 50));
    expect(await vista()).toEqual(antes);
  });

  test('a page that nobody uses gets its token and prolongs nothing', async () => {
    const auth_time = agora();
    const antes = (await entrar(teste, await mint({ auth_time }))).json().sessao.expiraEm;
    vi.useFakeTimers({ toFake: ['Date'], now: auth_time * 1_000 + 2 * HORA });
    const parada = await entrar(teste, await mint({ auth_time }), { uso: false });
    expect(parada.json().sessao.expiraEm).toBe(antes);
    const usada = await entrar(teste, await mint({ auth_time }), { uso: true });
    expect(Date.parse(usada.json().sessao.expiraEm)).toBe(Date.now() + 12 * HORA);
  });

  test('seven days after signing in it is over, however much it was used', async () => {
    const auth_time = agora();
    await entrar(teste, await mint({ auth_time }));
    const fim = (auth_time + 7 * 24 * 3_600) * 1_000;
    const recente = new Date(fim - 60_000).toISOString();
    await teste.db.updateTable('sessoes_externas').set({ vista_em: recente }).execute();
    vi.useFakeTimers({ toFake: ['Date'], now: fim - 5_000 });
    expect(await entraCom(teste, await mint({ auth_time }))).toBe(200);
    vi.setSystemTime(fim + 1_000);
    expect(await entraCom(teste, await mint({ auth_time }))).toBe(401);
    expect((await entrar(teste, await mint({ auth_time }))).statusCode).toBe(401);
  });

  test('a signing in of yesterday that was never shown here opens nothing', async () => {
    const velha = await mint({ auth_time: agora() - 13 * 3_600 });
    expect((await entrar(teste, velha)).statusCode).toBe(401);
    expect(await contas()).toEqual([]);
  });

  test('ending all sessions of an account ends these', async () => {
    const token = await mint();
    const { user } = (await entrar(teste, token)).json();
    const ouvidas: string[] = [];
    const identidade = { announceEnd: (_trx: unknown, sids: string[]) => ouvidas.push(...sids) };
    await inTransaction(teste.db, (trx) => endSessoes(trx, identidade, user.id));
    expect(ouvidas).toEqual([expect.stringMatching(/^fb:uid-marcia:\d+$/)]);
    expect(await entraCom(teste, token)).toBe(401);
  });

  test('the profile lists the session and knows no password, no second factor', async () => {
    const token = await mint();
    await entrar(teste, token);
    const sessoes = await teste.request({ url: '/api/perfil/sessoes', as: token });
    expect(sessoes.json()).toEqual([
      expect.objectContaining({ id: expect.stringMatching(/^fb:/), atual: true }),
    ]);
    const perfil = await teste.request({ url: '/api/perfil', as: token });
    expect(perfil.json()).toMatchObject({ senhaAlteradaEm: null, totp: false, chaves: [] });
  });
});

describe('an account of the same address', () => {
  beforeEach(async () => {
    teste = await buildFirebaseApp(provedor);
    await createRow(MARCIA.email);
  });

  test('is not given to somebody who never confirmed it', async () => {
    const resposta = await entrar(teste, await mint());
    expect(resposta.statusCode).toBe(403);
    expect(resposta.json().mensagem).toBe('Confirme o endereço pelo e-mail que enviamos.');
    expect(await entraCom(teste, await mint())).toBe(401);
  });

  test('becomes the person’s once the address is confirmed; a stranger’s password is void', async () => {
    const token = await mint({ email_verified: true });
    expect((await entrar(teste, token)).json().user).toMatchObject({ id: 'da-casa', admin: true });
    expect(await entraCom(teste, token)).toBe(200);
    expect(await senhaDaCasa()).toEqual({ password: null });
    expect(await contas()).toHaveLength(1);
  });

  test('is the first uid’s: a second one with the same address is another person', async () => {
    await entrar(teste, await mint({ email_verified: true }));
    const outra = await mint({ sub: 'uid-segunda', email_verified: true });
    const resposta = await entrar(teste, outra);
    expect(resposta.statusCode).toBe(409);
    expect(resposta.json().mensagem).toBe('Este e-mail já tem uma conta.');
    expect(await entraCom(teste, outra)).toBe(401);
  });
});

describe('SIGNUP_MODE decides about a new uid', () => {
  const build = async (env: Record<string, string>) => {
    teste = await buildFirebaseApp(provedor, { env: { ...PUBLICO, ...env } });
    await createFirst(teste);
  };
  /** Away from this machine the address is part of the request. */
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
    expect(await contas()).toHaveLength(1);
    expect((await enter({ ...RITA, email_verified: true })).statusCode).toBe(200);
  });

  test('aprovacao: received once, waiting after that, in when somebody says so', async () => {
    await build({ SIGNUP_MODE: 'aprovacao', SMTP_URL: 'smtp://a%40b.br:x@127.0.0.1:1' });
    const cartas = () => teste.db.selectFrom('correio').select('para').execute();
    expect(await cartas()).toEqual([]);
    const primeira = await enter(RITA);
    expect(primeira.statusCode).toBe(403);
    expect(primeira.json().mensagem).toBe('Cadastro recebido. Aguarde a aprovação.');
    expect(await cartas()).toEqual([{ para: 'operacao@exemplo.br' }]);
    const segunda = await enter(RITA);
    expect(segunda.statusCode).toBe(403);
    expect(segunda.json().mensagem).toBe('Sua conta ainda aguarda aprovação.');
    await teste.db.updateTable('user').set({ pendencia: null }).execute();
    expect((await enter(RITA)).statusCode).toBe(200);
  });

  test.each(['convite', 'fechado'])('%s: by invitation alone', async (modo) => {
    await build({ SIGNUP_MODE: modo });
    const semConvite = await enter({ ...RITA, email_verified: true });
    expect(semConvite.statusCode).toBe(403);
    expect(semConvite.json().mensagem).toMatch(/^O cadastro é feito por convite/);
    expect(await contas()).toHaveLength(1);
  });

  test('convite: the link opens for the address it was sent to, once', async () => {
    await build({ SIGNUP_MODE: 'convite' });
    const em = (ms: number) => new Date(Date.now() + ms).toISOString();
    const convite = 'c'.repeat(43);
    await teste.db
      .insertInto('convites')
      .values({
        email: RITA.email,
        hash: hashToken(convite),
        criado_por: 'primeira',
        criado_em: em(0),
        expira_em: em(HORA),
        aceito_em: null,
      })
      .execute();
    const alheio = { sub: 'uid-x', email: 'x@exemplo.br', email_verified: true };
    expect((await enter(alheio, { convite })).statusCode).toBe(400);
    expect((await enter(RITA, { convite: 'd'.repeat(43) })).statusCode).toBe(400);
    expect((await enter(RITA, { convite })).statusCode).toBe(200);
    expect((await enter({ ...RITA, sub: 'uid-outra' }, { convite })).statusCode).not.toBe(200);
    expect((await contas()).map(({ email }) => email)).toContain(RITA.email);
  });

  test('the first account of an exposed server is not for whoever comes first', async () => {
    teste = await buildFirebaseApp(provedor, { env: { ...PUBLICO, SIGNUP_MODE: 'aberto' } });
    const resposta = await enter({ ...RITA, email_verified: true });
    expect(resposta.statusCode).toBe(403);
    expect(resposta.json().codigo).toBe('primeira-conta');
    expect(await contas()).toEqual([]);
  });
});
