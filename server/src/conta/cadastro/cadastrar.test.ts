import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTA } from '../../../test/app.ts';
import { type AppComCorreio, buildComCorreio, linkDe } from '../../../test/cartas.ts';
import { cookieDe, createFirst, entraCom, post, setCookies, tokenDe } from '../../../test/conta.ts';
import { hashToken, newToken } from '../links/links.ts';
import { pruneCadastros } from './cadastrar.ts';

const CRIAR = '/api/auth/sign-up/email';
const VERIFICAR = '/api/auth/verify';
const ENTRAR = '/api/auth/sign-in/email';
const SENHA = 'girassol azul';
const OUTRA = 'violeta amarela';

const pessoaDe = (email: string) => ({ name: 'Rita Alves', email, password: SENHA });

const semVariaveis = ({ statusCode, headers, body }: Awaited<ReturnType<typeof post>>) => {
  const { date, 'x-request-id': _, 'set-cookie': cookie, ...resto } = headers;
  const cookies = [cookie ?? []].flat().map((linha) => linha.replace(/=[\w-]{43};/, '=…;'));
  return { statusCode, resto, cookies, body };
};

const conta = ({ db }: AppComCorreio, email: string) =>
  db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst();

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

/** A server that others reach, its administrator made by the operator. */
async function buildExposta(modo: string): Promise<AppComCorreio> {
  const env = {
    PUBLIC_URL: 'https://park.exemplo.br',
    SIGNUP_MODE: modo,
    ...(modo === 'dominio' && { SIGNUP_DOMAINS: 'exemplo.br' }),
  };
  const teste = await buildComCorreio({ env, account: false });
  await createFirst(teste);
  return teste;
}

describe('SIGNUP_MODE=dominio', () => {
  let teste: AppComCorreio;
  beforeAll(async () => {
    teste = await buildComCorreio({
      env: { SIGNUP_MODE: 'dominio', SIGNUP_DOMAINS: 'unilavras.edu.br, exemplo.br' },
    });
  });
  afterAll(() => teste.close());

  const entrar = (email: string, password: string) => post(teste, ENTRAR, { email, password });

  test('waits for the address: sign up, confirm in the same browser, be in', async () => {
    const email = 'rita@unilavras.edu.br';
    const recebido = await post(teste, CRIAR, {
      ...pessoaDe(email),
      email: ` ${email.toUpperCase()}`,
    });
    expect([recebido.statusCode, recebido.json()]).toEqual([
      202,
      { token: null, user: null, mensagem: 'Confirme o endereço pelo e-mail que enviamos.' },
    ]);
    const cedo = await entrar(email, SENHA);
    expect([cedo.statusCode, cedo.json().mensagem]).toEqual([
      403,
      'Confirme o endereço pelo e-mail que enviamos.',
    ]);
    const carta = await teste.proxima(email);
    expect(carta.text).toMatch(/\/signup#confirmar=[\w-]{43}$/m);
    expect(carta.text).not.toContain('Rita');
    const token = linkDe(carta, 'confirmar');
    const dentro = await post(teste, VERIFICAR, { token }, { cookie: cookieDe(recebido) });
    expect(dentro.statusCode).toBe(200);
    expect(dentro.json().user).toMatchObject({ email, admin: false });
    expect(await entraCom(teste, tokenDe(dentro))).toBe(200);
    expect(await conta(teste, email)).toMatchObject({ pendencia: null, emailVerified: 1 });
    expect((await entrar(email, SENHA)).statusCode).toBe(200);
    const denovo = await post(teste, VERIFICAR, { token }, { cookie: cookieDe(recebido) });
    expect([denovo.statusCode, denovo.json().codigo]).toEqual([400, 'link-invalido']);
  });

  test('another browser is asked for a password, and that of the sign-up is void', async () => {
    const email = 'dono@exemplo.br';
    await post(teste, CRIAR, pessoaDe(email));
    const token = linkDe(await teste.proxima(email), 'confirmar');
    const pergunta = await post(teste, VERIFICAR, { token });
    expect([pergunta.statusCode, pergunta.json()]).toMatchObject([
      422,
      { codigo: 'senha-necessaria', mensagem: 'Escolha uma senha para a sua conta.' },
    ]);
    const curta = await post(teste, VERIFICAR, { token, password: 'curta' });
    expect([curta.statusCode, Object.keys(curta.json().campos)]).toEqual([400, ['password']]);
    const dentro = await post(teste, VERIFICAR, { token, password: OUTRA });
    expect([dentro.statusCode, dentro.json().user.email]).toEqual([200, email]);
    expect((await entrar(email, SENHA)).statusCode).toBe(401);
    expect((await entrar(email, OUTRA)).statusCode).toBe(200);
  });

  test('the same address again: the second browser takes nothing over', async () => {
    const email = 'alvo@exemplo.br';
    const primeira = await post(teste, CRIAR, pessoaDe(email));
    await teste.proxima(email);
    const segunda = await post(teste, CRIAR, { name: 'Intruso', email, password: OUTRA });
    expect(semVariaveis(segunda)).toEqual(semVariaveis(primeira));
    const token = linkDe(await teste.proxima(email, 1), 'confirmar');
    const intruso = await post(teste, VERIFICAR, { token }, { cookie: cookieDe(segunda) });
    expect(intruso.statusCode).toBe(422);
    expect(await conta(teste, email)).toMatchObject({ name: 'Rita Alves', pendencia: 'email' });
    const dona = await post(teste, VERIFICAR, { token }, { cookie: cookieDe(primeira) });
    expect(dona.statusCode).toBe(200);
    expect((await entrar(email, OUTRA)).statusCode).toBe(401);
  });

  test('the same address again in the same browser: known still, by the password of now', async () => {
    const email = 'reenvia@exemplo.br';
    const primeira = await post(teste, CRIAR, pessoaDe(email));
    await teste.proxima(email);
    const dados = { ...pessoaDe(email), password: OUTRA };
    const denovo = await post(teste, CRIAR, dados, { cookie: cookieDe(primeira) });
    expect(semVariaveis(denovo)).toEqual(semVariaveis(primeira));
    const token = linkDe(await teste.proxima(email, 1), 'confirmar');
    const dentro = await post(teste, VERIFICAR, { token }, { cookie: cookieDe(denovo) });
    expect([dentro.statusCode, dentro.json().user?.email]).toEqual([200, email]);
    expect((await entrar(email, SENHA)).statusCode).toBe(401);
    expect((await entrar(email, OUTRA)).statusCode).toBe(200);
  });

  test("who signs up first with somebody's address is out when the owner recovers", async () => {
    const email = 'vitima@exemplo.br';
    const intruso = await post(teste, CRIAR, pessoaDe(email));
    const velho = linkDe(await teste.proxima(email), 'confirmar');
    await post(teste, '/api/auth/newpassword', { email });
    const token = linkDe(await teste.proxima(email, 1), 'token');
    const confirmar = '/api/auth/newpassword/confirmar';
    expect((await post(teste, confirmar, { token, password: OUTRA })).statusCode).toBe(204);
    const cookie = cookieDe(intruso);
    expect((await post(teste, VERIFICAR, { token: velho }, { cookie })).statusCode).toBe(400);
    expect((await entrar(email, SENHA)).statusCode).toBe(401);
    expect((await entrar(email, OUTRA)).statusCode).toBe(200);
  });

  test('a known address is answered like a new one, and its owner hears of it', async () => {
    const nova = await post(teste, CRIAR, pessoaDe('nova@exemplo.br'));
    const ativa = CONTA.email;
    await teste.db
      .updateTable('user')
      .set({ emailVerified: 1 })
      .where('email', '=', ativa)
      .execute();
    const conhecida = await post(teste, CRIAR, pessoaDe(ativa));
    expect(semVariaveis(conhecida)).toEqual(semVariaveis(nova));
    expect(setCookies(conhecida)).toHaveLength(1);
    const carta = await teste.proxima(ativa);
    expect(carta.subject).toBe('UNIPARK: este endereço já tem uma conta');
    expect((await entrar(ativa, CONTA.password)).statusCode).toBe(200);
    for (let i = 0; i < 4; i += 1) await post(teste, CRIAR, pessoaDe(ativa));
    await post(teste, CRIAR, pessoaDe('depois@exemplo.br'));
    await teste.proxima('depois@exemplo.br');
    expect(teste.cartas(ativa)).toHaveLength(3);
  });

  test('outside the domains: 403, whether the address has an account or not', async () => {
    for (const email of [
      'a@mail.unilavras.edu.br',
      'a@unilavras.edu.br.evil.com',
      'a@exempIo.br',
    ]) {
      const resposta = await post(teste, CRIAR, pessoaDe(email));
      expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
        403,
        'Use o seu e-mail da instituição.',
      ]);
      expect(await conta(teste, email)).toBeUndefined();
    }
  });

  test('an address that nobody confirms is forgotten after seven days', async () => {
    const email = 'esquecida@exemplo.br';
    await post(teste, CRIAR, pessoaDe(email));
    const envelhecer = (dias: number) =>
      teste.db
        .updateTable('user')
        .set({ createdAt: new Date(Date.now() - dias * 86_400_000).toISOString() })
        .where('email', '=', email)
        .execute();
    await envelhecer(6.9);
    await pruneCadastros(teste.db);
    expect(await conta(teste, email)).toBeDefined();
    await envelhecer(7.1);
    await pruneCadastros(teste.db);
    expect(await conta(teste, email)).toBeUndefined();
    expect(await conta(teste, CONTA.email)).toBeDefined();
  });
});

test('a sibling host makes no browser known that did not sign up', async () => {
  const teste = await buildExposta('dominio');
  const pessoa = pessoaDe('rita@exemplo.br');
  const dele = cookieDe(await post(teste, CRIAR, pessoa, host));
  const token = linkDe(await teste.proxima(pessoa.email), 'confirmar');
  // A cookie of a whole domain cannot have a name that begins with __Host-.
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
    teste = await buildComCorreio({ env: { SIGNUP_MODE: 'aprovacao' } });
  });
  afterAll(() => teste.close());

  test('waits for an administrator, who hears of it once an hour', async () => {
    const email = 'espera@exemplo.br';
    const recebido = await post(teste, CRIAR, pessoaDe(email));
    expect([recebido.statusCode, recebido.json().mensagem]).toEqual([
      202,
      'Cadastro recebido. Aguarde a aprovação.',
    ]);
    await post(teste, CRIAR, pessoaDe('espera2@exemplo.br'));
    const token = linkDe(await teste.proxima(email), 'confirmar');
    const aviso = await teste.proxima(CONTA.email);
    expect(aviso.text).toContain('Um cadastro aguarda a aprovação');
    expect(aviso.text).toMatch(/\/configuracoes\/usuarios$/m);
    expect(aviso.text).not.toMatch(/Rita|espera@/);
    await teste.proxima('espera2@exemplo.br');
    expect(teste.cartas(CONTA.email)).toHaveLength(1);

    const cookie = cookieDe(recebido);
    const confirmado = await post(teste, VERIFICAR, { token }, { cookie });
    expect([confirmado.statusCode, confirmado.json().mensagem]).toEqual([
      202,
      'Cadastro recebido. Aguarde a aprovação.',
    ]);
    expect(setCookies(confirmado).join()).not.toContain('session_token');
    expect(await conta(teste, email)).toMatchObject({ pendencia: 'aprovacao', emailVerified: 1 });
    const cedo = await post(teste, ENTRAR, { email, password: SENHA });
    expect([cedo.statusCode, cedo.json().mensagem]).toEqual([
      403,
      'Sua conta ainda aguarda aprovação.',
    ]);
  });

  test('the same answer for an address that waits already', async () => {
    const nova = await post(teste, CRIAR, pessoaDe('uma@exemplo.br'));
    const denovo = await post(teste, CRIAR, pessoaDe('uma@exemplo.br'));
    expect(semVariaveis(denovo)).toEqual(semVariaveis(nova));
  });

  test('confirming later is no way round a second factor', async () => {
    const email = 'fator@exemplo.br';
    await post(teste, CRIAR, pessoaDe(email));
    const token = linkDe(await teste.proxima(email), 'confirmar');
    await teste.db
      .updateTable('user')
      .set({ pendencia: null })
      .where('email', '=', email)
      .execute();
    const { id } = (await conta(teste, email)) ?? expect.fail();
    const totp = { conta: id, segredo: 'x', confirmado_em: new Date().toISOString() };
    await teste.db.insertInto('totp').values(totp).execute();
    const feito = await post(teste, VERIFICAR, { token, password: OUTRA });
    expect([feito.statusCode, feito.json()]).toEqual([
      200,
      { token: null, user: null, segundoFator: ['totp'] },
    ]);
    expect(setCookies(feito).join()).not.toContain('session_token');
    expect(await conta(teste, email)).toMatchObject({ emailVerified: 1 });
  });

  test('an invitation outranks a stranger who waits with the address', async () => {
    const email = 'convidada@exemplo.br';
    await post(teste, CRIAR, { name: 'Intruso', email, password: OUTRA });
    const convite = await invite(teste, email);
    const aceito = await post(teste, CRIAR, { ...pessoaDe(email), convite });
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

  const criar = (corpo: object) => post(teste, CRIAR, corpo, host);

  test('without one: 403, for every address', async () => {
    for (const email of ['a@exemplo.br', 'operacao@exemplo.br']) {
      const resposta = await criar(pessoaDe(email));
      expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
        403,
        'O cadastro é feito por convite. Fale com a administração.',
      ]);
    }
  });

  test('read, then used once, by whom it is for', async () => {
    const email = 'bia@exemplo.br';
    const convite = await invite(teste, email);
    const lido = await post(teste, '/api/auth/convite', { token: convite }, host);
    expect([lido.statusCode, lido.json()]).toEqual([200, { email, primeira: false }]);
    const alheio = await criar({ ...pessoaDe('outro@exemplo.br'), convite });
    expect([alheio.statusCode, alheio.json().codigo]).toEqual([400, 'link-invalido']);
    const aceito = await criar({ ...pessoaDe('Bia@Exemplo.br'), convite });
    expect([aceito.statusCode, aceito.json().user]).toMatchObject([200, { email, admin: false }]);
    expect(await conta(teste, email)).toMatchObject({ pendencia: null, emailVerified: 1 });
    expect((await criar({ ...pessoaDe(email), convite })).statusCode).toBe(400);
    expect((await post(teste, '/api/auth/convite', { token: convite }, host)).statusCode).toBe(400);
  });

  test('too old, or for an address that is in: not good, and kept', async () => {
    const vencido = await invite(teste, 'tarde@exemplo.br', -0.001);
    expect((await criar({ ...pessoaDe('tarde@exemplo.br'), convite: vencido })).statusCode).toBe(
      400,
    );
    const convite = await invite(teste, 'operacao@exemplo.br');
    const dentro = await criar({ ...pessoaDe('operacao@exemplo.br'), convite });
    expect(dentro.statusCode).toBe(409);
    const linha = await teste.db
      .selectFrom('convites')
      .select('aceito_em')
      .where('hash', '=', hashToken(convite))
      .executeTakeFirstOrThrow();
    expect(linha.aceito_em).toBeNull();
  });

  test('reading is throttled by address', async () => {
    const ler = () =>
      teste.app.inject({
        method: 'POST',
        url: '/api/auth/convite',
        payload: { token: 'x' },
        headers: { host: 'park.exemplo.br' },
        remoteAddress: '10.9.0.1',
      });
    const estados = [];
    for (let i = 0; i < 61; i += 1) estados.push((await ler()).statusCode);
    expect([estados[0], estados[59], estados[60]]).toEqual([400, 400, 429]);
  });
});

test.each(['aberto', 'dominio', 'aprovacao', 'fechado'])(
  'an invitation lets in at once in the mode %s',
  async (modo) => {
    const teste = await buildExposta(modo);
    const email = 'nova@fora.br';
    const convite = await invite(teste, email);
    const aceito = await post(teste, CRIAR, { ...pessoaDe(email), convite }, host);
    expect([aceito.statusCode, aceito.json().user]).toMatchObject([200, { email, admin: false }]);
    await teste.close();
  },
);
