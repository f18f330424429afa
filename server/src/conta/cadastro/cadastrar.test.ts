import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CONTA } from '../../../test/app.ts';
import { type AppComCorreio, buildWithCorreio, linkIn } from '../../../test/cartas.ts';
import {
  cookieOf,
  createFirst,
  post,
  setCookies,
  signInWith,
  tokenOf,
} from '../../../test/conta.ts';
import type { Correio } from '../../platform/mail/correio.ts';
import { newToken } from '../../platform/random.ts';
import { deliverLateAprovacoes } from '../cartas/envio.ts';
import { hashToken } from '../links/links.ts';
import { pruneCadastros } from './cadastrar.ts';

const CRIAR = '/api/auth/sign-up/email';
const VERIFICAR = '/api/auth/verify';
const ENTRAR = '/api/auth/sign-in/email';
const SENHA = 'girassol azul';
const OUTRA = 'violeta amarela';

const buildPessoa = (email: string) => ({ name: 'Rita Alves', email, password: SENHA });

const stripVariables = ({ statusCode, headers, body }: Awaited<ReturnType<typeof post>>) => {
  const { date, 'x-request-id': _, 'set-cookie': cookie, ...resto } = headers;
  const cookies = [cookie ?? []].flat().map((linha) => linha.replace(/=[\w-]{43};/, '=…;'));
  return { statusCode, resto, cookies, body };
};

const findConta = ({ db }: AppComCorreio, email: string) =>
  db.selectFrom('contas').selectAll().where('email', '=', email).executeTakeFirst();

async function invite({ db }: AppComCorreio, email: string, horas = 24): Promise<string> {
  const token = newToken();
  const expira_em = new Date(Date.now() + horas * 3_600_000).toISOString();
  await db
    .insertInto('convites')
    .values({
      email,
      hash: hashToken(token),
      criado_por: 'x',
      criado_em: new Date().toISOString(),
      expira_em,
      aceito_em: null,
    })
    .execute();
  return token;
}

const host = { host: 'park.exemplo.br', origin: 'https://park.exemplo.br' };

/** An exposed server, whose administrator the operator made. */
async function buildExposta(modo: string): Promise<AppComCorreio> {
  const env = {
    PUBLIC_URL: 'https://park.exemplo.br',
    TRUST_PROXY: '192.0.2.1',
    SIGNUP_MODE: modo,
    ...(modo === 'dominio' && { SIGNUP_DOMAINS: 'exemplo.br' }),
  };
  const teste = await buildWithCorreio({ env, account: false });
  await createFirst(teste);
  return teste;
}

describe('SIGNUP_MODE=dominio', () => {
  let teste: AppComCorreio;
  beforeAll(async () => {
    teste = await buildWithCorreio({
      env: { SIGNUP_MODE: 'dominio', SIGNUP_DOMAINS: 'unilavras.edu.br, exemplo.br' },
    });
  });
  afterAll(() => teste.close());

  const signIn = (email: string, password: string) => post(teste, ENTRAR, { email, password });

  test('waits for the address: sign-up, confirmation in the same browser, signed in', async () => {
    const email = 'rita@unilavras.edu.br';
    const recebido = await post(teste, CRIAR, {
      ...buildPessoa(email),
      email: ` ${email.toUpperCase()}`,
    });
    expect([recebido.statusCode, recebido.json()]).toEqual([
      202,
      { token: null, user: null, mensagem: 'Confirme o endereço pelo e-mail que enviamos.' },
    ]);
    const cedo = await signIn(email, SENHA);
    expect([cedo.statusCode, cedo.json().mensagem]).toEqual([
      403,
      'Confirme o endereço pelo e-mail que enviamos.',
    ]);
    const carta = await teste.nextCarta(email);
    expect(carta.text).toMatch(/\/signup#confirmar=[\w-]{43}$/m);
    expect(carta.text).not.toContain('Rita');
    const token = linkIn(carta, 'confirmar');
    const dentro = await post(teste, VERIFICAR, { token }, { cookie: cookieOf(recebido) });
    expect(dentro.statusCode).toBe(200);
    expect(dentro.json().user).toMatchObject({ email, admin: false });
    expect(await signInWith(teste, tokenOf(dentro))).toBe(200);
    expect(await findConta(teste, email)).toMatchObject({ pendencia: null, email_verificado: 1 });
    expect((await signIn(email, SENHA)).statusCode).toBe(200);
    const denovo = await post(teste, VERIFICAR, { token }, { cookie: cookieOf(recebido) });
    expect([denovo.statusCode, denovo.json().codigo]).toEqual([400, 'link-invalido']);
  });

  test('another browser must choose a password, and the password of the sign-up is void', async () => {
    const email = 'dono@exemplo.br';
    await post(teste, CRIAR, buildPessoa(email));
    const token = linkIn(await teste.nextCarta(email), 'confirmar');
    const pergunta = await post(teste, VERIFICAR, { token });
    expect([pergunta.statusCode, pergunta.json()]).toMatchObject([
      422,
      { codigo: 'senha-necessaria', mensagem: 'Escolha uma senha para a sua conta.' },
    ]);
    const curta = await post(teste, VERIFICAR, { token, password: 'curta' });
    expect([curta.statusCode, Object.keys(curta.json().campos)]).toEqual([400, ['password']]);
    const dentro = await post(teste, VERIFICAR, { token, password: OUTRA });
    expect([dentro.statusCode, dentro.json().user.email]).toEqual([200, email]);
    expect((await signIn(email, SENHA)).statusCode).toBe(401);
    expect((await signIn(email, OUTRA)).statusCode).toBe(200);
  });

  test('a second sign-up of the address from another browser changes nothing', async () => {
    const email = 'alvo@exemplo.br';
    const primeira = await post(teste, CRIAR, buildPessoa(email));
    await teste.nextCarta(email);
    const segunda = await post(teste, CRIAR, { name: 'Intruso', email, password: OUTRA });
    expect(stripVariables(segunda)).toEqual(stripVariables(primeira));
    const token = linkIn(await teste.nextCarta(email, 1), 'confirmar');
    const intruso = await post(teste, VERIFICAR, { token }, { cookie: cookieOf(segunda) });
    expect(intruso.statusCode).toBe(422);
    expect(await findConta(teste, email)).toMatchObject({ nome: 'Rita Alves', pendencia: 'email' });
    const dona = await post(teste, VERIFICAR, { token }, { cookie: cookieOf(primeira) });
    expect(dona.statusCode).toBe(200);
    expect((await signIn(email, OUTRA)).statusCode).toBe(401);
  });

  test('a second sign-up of the address from the same browser replaces the password and the name', async () => {
    const email = 'reenvia@exemplo.br';
    const primeira = await post(teste, CRIAR, buildPessoa(email));
    await teste.nextCarta(email);
    const dados = { ...buildPessoa(email), name: 'Rita Alves Lima', password: OUTRA };
    const denovo = await post(teste, CRIAR, dados, { cookie: cookieOf(primeira) });
    expect(stripVariables(denovo)).toEqual(stripVariables(primeira));
    const token = linkIn(await teste.nextCarta(email, 1), 'confirmar');
    expect(await findConta(teste, email)).toMatchObject({ nome: 'Rita Alves Lima' });
    const dentro = await post(teste, VERIFICAR, { token }, { cookie: cookieOf(denovo) });
    expect([dentro.statusCode, dentro.json().user?.email]).toEqual([200, email]);
    expect((await signIn(email, SENHA)).statusCode).toBe(401);
    expect((await signIn(email, OUTRA)).statusCode).toBe(200);
  });

  test("a stranger's sign-up with an address ends when its owner recovers the password", async () => {
    const email = 'vitima@exemplo.br';
    const intruso = await post(teste, CRIAR, buildPessoa(email));
    const velho = linkIn(await teste.nextCarta(email), 'confirmar');
    await post(teste, '/api/auth/newpassword', { email });
    const token = linkIn(await teste.nextCarta(email, 1), 'token');
    const confirmar = '/api/auth/newpassword/confirmar';
    expect((await post(teste, confirmar, { token, password: OUTRA })).statusCode).toBe(204);
    const cookie = cookieOf(intruso);
    expect((await post(teste, VERIFICAR, { token: velho }, { cookie })).statusCode).toBe(400);
    expect((await signIn(email, SENHA)).statusCode).toBe(401);
    expect((await signIn(email, OUTRA)).statusCode).toBe(200);
  });

  test('a known address gets the same answer as a new one, and its owner gets a letter', async () => {
    const nova = await post(teste, CRIAR, buildPessoa('nova@exemplo.br'));
    const ativa = CONTA.email;
    await teste.db
      .updateTable('contas')
      .set({ email_verificado: 1 })
      .where('email', '=', ativa)
      .execute();
    const conhecida = await post(teste, CRIAR, buildPessoa(ativa));
    expect(stripVariables(conhecida)).toEqual(stripVariables(nova));
    expect(setCookies(conhecida)).toHaveLength(1);
    const carta = await teste.nextCarta(ativa);
    expect(carta.subject).toBe('UNIPARK: este endereço já tem uma conta');
    expect((await signIn(ativa, CONTA.password)).statusCode).toBe(200);
    for (let i = 0; i < 4; i += 1) await post(teste, CRIAR, buildPessoa(ativa));
    await post(teste, CRIAR, buildPessoa('depois@exemplo.br'));
    await teste.nextCarta('depois@exemplo.br');
    const avisos = teste.listCartas(ativa).filter(({ subject }) => subject === carta.subject);
    expect(avisos).toHaveLength(3);
  });

  test('outside the domains: 403, with and without an account', async () => {
    for (const email of [
      'a@mail.unilavras.edu.br',
      'a@unilavras.edu.br.evil.com',
      'a@exempIo.br',
    ]) {
      const resposta = await post(teste, CRIAR, buildPessoa(email));
      expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
        403,
        'Use o seu e-mail da instituição.',
      ]);
      expect(await findConta(teste, email)).toBeUndefined();
    }
  });

  test('an unconfirmed address is forgotten after seven days', async () => {
    const email = 'esquecida@exemplo.br';
    await post(teste, CRIAR, buildPessoa(email));
    const age = (dias: number) =>
      teste.db
        .updateTable('contas')
        .set({ criada_em: new Date(Date.now() - dias * 86_400_000).toISOString() })
        .where('email', '=', email)
        .execute();
    await age(6.9);
    await pruneCadastros(teste.db);
    expect(await findConta(teste, email)).toBeDefined();
    await age(7.1);
    await pruneCadastros(teste.db);
    expect(await findConta(teste, email)).toBeUndefined();
    expect(await findConta(teste, CONTA.email)).toBeDefined();
  });
});

test('a cookie of a sibling host does not count as the browser of the sign-up', async () => {
  const teste = await buildExposta('dominio');
  const pessoa = buildPessoa('rita@exemplo.br');
  const dele = cookieOf(await post(teste, CRIAR, pessoa, host));
  const token = linkIn(await teste.nextCarta(pessoa.email), 'confirmar');
  // A cookie for a whole domain cannot have a name that begins with __Host-.
  const plantado = dele.replaceAll('__Host-', '');
  expect(plantado).not.toBe(dele);
  const aberto = await post(teste, VERIFICAR, { token }, { ...host, cookie: plantado });
  expect([aberto.statusCode, aberto.json().codigo]).toEqual([422, 'senha-necessaria']);
  expect((await post(teste, VERIFICAR, { token }, { ...host, cookie: dele })).statusCode).toBe(200);
  await teste.close();
});

describe('SIGNUP_MODE=aprovacao', () => {
  let teste: AppComCorreio;
  beforeAll(async () => {
    teste = await buildWithCorreio({ env: { SIGNUP_MODE: 'aprovacao' } });
  });
  afterAll(() => teste.close());

  test('waits for an administrator, who gets one letter an hour', async () => {
    const email = 'espera@exemplo.br';
    const recebido = await post(teste, CRIAR, buildPessoa(email));
    expect([recebido.statusCode, recebido.json().mensagem]).toEqual([
      202,
      'Cadastro recebido. Aguarde a aprovação.',
    ]);
    await post(teste, CRIAR, buildPessoa('espera2@exemplo.br'));
    const token = linkIn(await teste.nextCarta(email), 'confirmar');
    const aviso = await teste.nextCarta(CONTA.email);
    expect(aviso.text).toContain('Um cadastro aguarda a aprovação');
    expect(aviso.text).toMatch(/\/configuracoes\/usuarios$/m);
    expect(aviso.text).not.toMatch(/Rita|espera@/);
    await teste.nextCarta('espera2@exemplo.br');
    expect(teste.listCartas(CONTA.email)).toHaveLength(1);

    const cookie = cookieOf(recebido);
    const confirmado = await post(teste, VERIFICAR, { token }, { cookie });
    expect([confirmado.statusCode, confirmado.json().mensagem]).toEqual([
      202,
      'Cadastro recebido. Aguarde a aprovação.',
    ]);
    expect(setCookies(confirmado).join()).not.toContain('unipark.sessao');
    expect(await findConta(teste, email)).toMatchObject({
      pendencia: 'aprovacao',
      email_verificado: 1,
    });
    const cedo = await post(teste, ENTRAR, { email, password: SENHA });
    expect([cedo.statusCode, cedo.json().mensagem]).toEqual([
      403,
      'Sua conta ainda aguarda aprovação.',
    ]);
  });

  test('an account that came within the hour of a letter is told of after it', async () => {
    const { db } = teste;
    const send = vi.fn();
    const correio = { configurado: true, send } as unknown as Correio;
    const deliver = () => deliverLateAprovacoes(db, { correio, endereco: () => '' });
    await post(teste, CRIAR, buildPessoa('tarde@exemplo.br'));
    await deliver();
    expect(send).not.toHaveBeenCalled();
    await db
      .updateTable('tentativas')
      .set({ ate: Date.now() - 1 })
      .where('chave', 'like', 'aviso:%')
      .execute();
    await deliver();
    await deliver();
    expect(send).toHaveBeenCalledOnce();
    expect(send.mock.calls[0]?.[1]).toMatchObject({
      para: CONTA.email,
      texto: expect.stringContaining('aguardam a aprovação'),
    });
  });

  test('the same answer for an address that waits already', async () => {
    const nova = await post(teste, CRIAR, buildPessoa('uma@exemplo.br'));
    const denovo = await post(teste, CRIAR, buildPessoa('uma@exemplo.br'));
    expect(stripVariables(denovo)).toEqual(stripVariables(nova));
  });

  /** An account that was approved before its address was proved, with a second factor. */
  async function createWithFator(email: string) {
    const recebido = await post(teste, CRIAR, buildPessoa(email));
    const token = linkIn(await teste.nextCarta(email), 'confirmar');
    await teste.db
      .updateTable('contas')
      .set({ pendencia: null })
      .where('email', '=', email)
      .execute();
    const { id } = (await findConta(teste, email)) ?? expect.fail();
    const totp = { conta: id, segredo: 'x', confirmado_em: new Date().toISOString() };
    await teste.db.insertInto('totp').values(totp).execute();
    return { token, cookie: cookieOf(recebido) };
  }

  test('a later confirmation in the browser of the sign-up asks for the second factor', async () => {
    const { token, cookie } = await createWithFator('fator@exemplo.br');
    const feito = await post(teste, VERIFICAR, { token }, { cookie });
    expect([feito.statusCode, feito.json()]).toEqual([
      200,
      { token: null, user: null, segundoFator: ['totp'] },
    ]);
    expect(setCookies(feito).join()).not.toContain('unipark.sessao');
    expect(await findConta(teste, 'fator@exemplo.br')).toMatchObject({ email_verificado: 1 });
  });

  test('a later confirmation in another browser removes the second factor of a stranger', async () => {
    const email = 'alheio@exemplo.br';
    const { token } = await createWithFator(email);
    const feito = await post(teste, VERIFICAR, { token, password: OUTRA });
    expect([feito.statusCode, feito.json().user]).toMatchObject([200, { email }]);
    const { id } = (await findConta(teste, email)) ?? expect.fail();
    expect(await teste.db.selectFrom('totp').selectAll().where('conta', '=', id).execute()).toEqual(
      [],
    );
    expect((await teste.nextCarta(email, 1)).text).toContain('segundo fator');
  });

  test('an invitation replaces the account of a stranger who waits with the address', async () => {
    const email = 'convidada@exemplo.br';
    await post(teste, CRIAR, { name: 'Intruso', email, password: OUTRA });
    const convite = await invite(teste, email);
    const aceito = await post(teste, CRIAR, { ...buildPessoa(email), convite });
    expect([aceito.statusCode, aceito.json().user]).toMatchObject([200, { name: 'Rita Alves' }]);
    const antiga = await post(teste, ENTRAR, { email, password: OUTRA });
    expect(antiga.statusCode).toBe(401);
  });
});

describe('SIGNUP_MODE=convite', () => {
  let teste: AppComCorreio;
  beforeAll(async () => {
    teste = await buildExposta('convite');
  });
  afterAll(() => teste.close());

  const signUp = (corpo: object) => post(teste, CRIAR, corpo, host);

  test('without an invitation: 403, for every address', async () => {
    for (const email of ['a@exemplo.br', 'operacao@exemplo.br']) {
      const resposta = await signUp(buildPessoa(email));
      expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
        403,
        'O cadastro é feito por convite. Fale com a administração.',
      ]);
    }
  });

  test('an invitation is read, then used once, by its own address', async () => {
    const email = 'bia@exemplo.br';
    const convite = await invite(teste, email);
    const lido = await post(teste, '/api/auth/convite', { token: convite }, host);
    expect([lido.statusCode, lido.json()]).toEqual([200, { email, primeira: false }]);
    const alheio = await signUp({ ...buildPessoa('outro@exemplo.br'), convite });
    expect([alheio.statusCode, alheio.json().codigo]).toEqual([400, 'link-invalido']);
    const aceito = await signUp({ ...buildPessoa('Bia@Exemplo.br'), convite });
    expect([aceito.statusCode, aceito.json().user]).toMatchObject([200, { email, admin: false }]);
    expect(await findConta(teste, email)).toMatchObject({ pendencia: null, email_verificado: 1 });
    expect((await signUp({ ...buildPessoa(email), convite })).statusCode).toBe(400);
    expect((await post(teste, '/api/auth/convite', { token: convite }, host)).statusCode).toBe(400);
  });

  test('an expired one, or one for an address with an account, is refused and kept', async () => {
    const vencido = await invite(teste, 'tarde@exemplo.br', -0.001);
    expect(
      (await signUp({ ...buildPessoa('tarde@exemplo.br'), convite: vencido })).statusCode,
    ).toBe(400);
    const convite = await invite(teste, 'operacao@exemplo.br');
    const dentro = await signUp({ ...buildPessoa('operacao@exemplo.br'), convite });
    expect(dentro.statusCode).toBe(409);
    const linha = await teste.db
      .selectFrom('convites')
      .select('aceito_em')
      .where('hash', '=', hashToken(convite))
      .executeTakeFirstOrThrow();
    expect(linha.aceito_em).toBeNull();
  });

  test('reading is limited by address', async () => {
    const readConvite = () =>
      teste.app.inject({
        method: 'POST',
        url: '/api/auth/convite',
        payload: { token: 'x' },
        headers: { host: 'park.exemplo.br' },
        remoteAddress: '10.9.0.1',
      });
    const estados = [];
    for (let i = 0; i < 61; i += 1) estados.push((await readConvite()).statusCode);
    expect([estados[0], estados[59], estados[60]]).toEqual([400, 400, 429]);
  });
});

test.each(['aberto', 'dominio', 'aprovacao', 'fechado'])(
  'an invitation admits at once in the mode %s',
  async (modo) => {
    const teste = await buildExposta(modo);
    const email = 'nova@fora.br';
    const convite = await invite(teste, email);
    const aceito = await post(teste, CRIAR, { ...buildPessoa(email), convite }, host);
    expect([aceito.statusCode, aceito.json().user]).toMatchObject([200, { email, admin: false }]);
    await teste.close();
  },
);
