import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { CONTA } from '../../../test/app.ts';
import { type AppComCorreio, buildComCorreio, linkDe } from '../../../test/cartas.ts';
import { cookieDe, entraCom, post, tokenDe } from '../../../test/conta.ts';

const PEDIR = '/api/auth/newpassword';
const CONFIRMAR = '/api/auth/newpassword/confirmar';
const ENTRAR = '/api/auth/sign-in/email';
const NOVA = 'cancela-verde-77';

let teste: AppComCorreio;
let numero = 0;
beforeAll(async () => {
  teste = await buildComCorreio();
});
afterAll(() => teste.close());
afterEach(() => {
  vi.useRealTimers();
});

/** An account of its own for each test. */
async function criar(campos: Record<string, unknown> = {}) {
  numero += 1;
  const email = `pessoa${numero}@exemplo.br`;
  const criada = await post(teste, '/api/auth/sign-up/email', { ...CONTA, email });
  const { id } = criada.json().user;
  if (Object.keys(campos).length > 0) {
    await teste.db.updateTable('user').set(campos).where('id', '=', id).execute();
  }
  return { id, email, criada };
}

const pedir = (email: string, remoteAddress = '10.1.0.1') =>
  teste.app.inject({ method: 'POST', url: PEDIR, payload: { email }, remoteAddress });

const confirmar = (token: string, password = NOVA) => post(teste, CONFIRMAR, { token, password });

const entrar = (email: string, password: string) => post(teste, ENTRAR, { email, password });

async function pedirLink(email: string, antes = 0): Promise<string> {
  expect((await pedir(email, `10.2.0.${numero}`)).statusCode).toBe(200);
  return linkDe(await teste.proxima(email, antes), 'token');
}

const pessoa = (id: string) =>
  teste.db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('POST /api/auth/newpassword', () => {
  test('mails a link behind #, with what it is, how long it is good and what else to do', async () => {
    const { email } = await criar();
    const resposta = await pedir(` ${email.toUpperCase()} `);
    expect([resposta.statusCode, resposta.json()]).toEqual([
      200,
      { mensagem: 'Siga as instruções no seu e-mail' },
    ]);
    const carta = await teste.proxima(email);
    expect(carta.subject).toBe('UNIPARK: escolha uma nova senha');
    expect(carta.text).toMatch(/^http:\/\/localhost(:\d+)?\/passwordrecovery#token=[\w-]{43}$/m);
    expect(carta.text).toContain(email);
    expect(carta.text).toContain('vale por 30 minutos e funciona uma única vez');
    expect(carta.text).toContain('Se não foi você, ignore esta mensagem');
    expect(carta.text).not.toContain(CONTA.name);
  });

  test('one answer for every kind of account, a letter only where one can help', async () => {
    const agora = new Date().toISOString();
    const conhecida = await criar();
    const desabilitada = await criar({ desabilitadoEm: agora });
    const esperando = await criar({ pendencia: 'aprovacao' });
    const semSenha = await criar();
    await teste.db.deleteFrom('account').where('userId', '=', semSenha.id).execute();
    const emails = [conhecida, desabilitada, esperando, semSenha].map(({ email }) => email);
    const respostas: Awaited<ReturnType<typeof pedir>>[] = [];
    for (const email of ['ninguem@exemplo.br', ...emails]) respostas.push(await pedir(email));
    const vista = ({ statusCode, body, headers }: (typeof respostas)[number]) => {
      const { date, 'x-request-id': _, ...resto } = headers;
      return { statusCode, body, resto };
    };
    expect(new Set(respostas.map((resposta) => JSON.stringify(vista(resposta)))).size).toBe(1);
    for (const { email } of [conhecida, esperando, semSenha]) await teste.proxima(email);
    expect(teste.cartas(desabilitada.email)).toEqual([]);
    expect(teste.cartas('ninguem@exemplo.br')).toEqual([]);
  });

  test('three letters an hour to one e-mail, the fourth call hears the same', async () => {
    const { email } = await criar();
    for (let i = 0; i < 3; i += 1) expect((await pedir(email, `10.3.0.${i}`)).statusCode).toBe(200);
    await teste.proxima(email, 2);
    const ultima = linkDe(teste.cartas(email)[2] ?? expect.fail(), 'token');
    const quarta = await pedir(email, '10.3.0.9');
    expect([quarta.statusCode, quarta.json().mensagem]).toEqual([
      200,
      'Siga as instruções no seu e-mail',
    ]);
    await pedirLink((await criar()).email);
    expect(teste.cartas(email)).toHaveLength(3);
    // The last letter still works: a stranger's calls do not take it away.
    expect((await confirmar(ultima)).statusCode).toBe(204);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    await pedir(email, '10.3.0.10');
    const escritas = await teste.db
      .selectFrom('correio')
      .select('assunto')
      .where('para', '=', email)
      .where('assunto', '=', 'UNIPARK: escolha uma nova senha')
      .execute();
    expect(escritas).toHaveLength(4);
  });

  test('thirty calls an hour from one address', async () => {
    const estados = [];
    for (let i = 0; i < 31; i += 1) {
      estados.push((await pedir(`alguem${i}@exemplo.br`, '10.4.0.1')).statusCode);
    }
    expect(estados.filter((estado) => estado === 200)).toHaveLength(30);
    expect(estados.at(-1)).toBe(429);
    expect((await pedir('alguem@exemplo.br', '10.4.0.2')).statusCode).toBe(200);
  });

  test.each([{}, { email: 7 }, { email: 'nada' }, { email: 'a@b.cc', mais: 1 }])(
    '400 for %j',
    async (corpo) => {
      expect((await post(teste, PEDIR, corpo)).statusCode).toBe(400);
    },
  );
});

describe('POST /api/auth/newpassword/confirmar', () => {
  test('a new password, every session ended, guesses forgotten, the owner told', async () => {
    const { id, email, criada } = await criar();
    for (let i = 0; i < 6; i += 1) await entrar(email, 'não é esta');
    expect((await entrar(email, CONTA.password)).statusCode).toBe(429);
    const token = await pedirLink(email);
    expect(await entraCom(teste, tokenDe(criada))).toBe(200);

    expect((await confirmar(token)).statusCode).toBe(204);
    expect(await entraCom(teste, tokenDe(criada))).toBe(401);
    const renovar = await post(teste, '/api/auth/token', {}, { cookie: cookieDe(criada) });
    expect(renovar.statusCode).toBe(401);
    expect((await entrar(email, CONTA.password)).statusCode).toBe(401);
    expect((await entrar(email, NOVA)).statusCode).toBe(200);
    expect((await pessoa(id)).emailVerified).toBe(1);
    const atos = await teste.db
      .selectFrom('auditoria')
      .select(['acao', 'quem'])
      .where('chave', '=', id)
      .execute();
    expect(atos).toContainEqual({ acao: 'recuperar-senha', quem: id });
    expect((await teste.proxima(email, 1)).subject).toBe('UNIPARK: a sua senha foi trocada');
  });

  test('the link works once, and only the newest', async () => {
    const { email } = await criar();
    const primeiro = await pedirLink(email);
    const segundo = await pedirLink(email, 1);
    const vencido = await confirmar(primeiro);
    expect([vencido.statusCode, vencido.json().codigo]).toEqual([400, 'link-invalido']);
    expect(vencido.json().mensagem).toBe('Este link não vale mais. Peça outro.');
    expect((await confirmar(segundo)).statusCode).toBe(204);
    expect((await confirmar(segundo, 'outra senha longa')).statusCode).toBe(400);
    expect((await entrar(email, NOVA)).statusCode).toBe(200);
  });

  test('a password that may not be used leaves the link good', async () => {
    const { email } = await criar();
    const token = await pedirLink(email);
    for (const [senha, frase] of [
      ['curta', 'A senha deve ter de 8 a 128 caracteres.'],
      ['  ', 'Senha não pode estar em branco.'],
      ['12345678', 'Esta senha é muito comum. Escolha outra.'],
      [`${email}!`, 'A senha não pode conter o seu e-mail.'],
    ] as const) {
      const resposta = await confirmar(token, senha);
      expect([resposta.statusCode, resposta.json().campos]).toEqual([400, { password: frase }]);
    }
    expect((await confirmar(token)).statusCode).toBe(204);
  });

  test('good for thirty minutes', async () => {
    const { email } = await criar();
    const token = await pedirLink(email);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 60_000 });
    expect((await confirmar(token)).statusCode).toBe(400);
    vi.setSystemTime(Date.now() - 2_000);
    expect((await confirmar(token)).statusCode).toBe(204);
  });

  test('not for an account that was disabled meanwhile', async () => {
    const { id, email } = await criar();
    const token = await pedirLink(email);
    const desabilitadoEm = new Date().toISOString();
    await teste.db.updateTable('user').set({ desabilitadoEm }).where('id', '=', id).execute();
    expect((await confirmar(token)).json().codigo).toBe('link-invalido');
  });

  test('settles the address, never the approval', async () => {
    const email = await criar({ pendencia: 'email' });
    const aprovacao = await criar({ pendencia: 'aprovacao' });
    for (const conta of [email, aprovacao]) {
      expect((await confirmar(await pedirLink(conta.email))).statusCode).toBe(204);
    }
    expect(await pessoa(email.id)).toMatchObject({ pendencia: null, emailVerified: 1 });
    expect(await pessoa(aprovacao.id)).toMatchObject({ pendencia: 'aprovacao', emailVerified: 1 });
    expect((await entrar(email.email, NOVA)).statusCode).toBe(200);
    const espera = await entrar(aprovacao.email, NOVA);
    expect([espera.statusCode, espera.json().mensagem]).toEqual([
      403,
      'Sua conta ainda aguarda aprovação.',
    ]);
  });

  test('gives an account of single sign-on its first password', async () => {
    const { id, email } = await criar();
    await teste.db.deleteFrom('account').where('userId', '=', id).execute();
    expect((await entrar(email, CONTA.password)).statusCode).toBe(401);
    expect((await confirmar(await pedirLink(email))).statusCode).toBe(204);
    expect((await entrar(email, NOVA)).statusCode).toBe(200);
  });

  test.each(['', 'x', 'A'.repeat(43), '../../etc', 'a'.repeat(3_000)])(
    '400 for the token %s',
    async (token) => {
      expect((await confirmar(token)).json().codigo).toBe('link-invalido');
    },
  );

  test('a token of another kind is none, and only its hash is kept', async () => {
    const { email } = await criar();
    const token = await pedirLink(email);
    expect((await post(teste, '/api/auth/verify', { token, password: NOVA })).statusCode).toBe(400);
    expect((await post(teste, '/api/auth/convite', { token })).statusCode).toBe(400);
    const guardados = JSON.stringify(await teste.db.selectFrom('links').selectAll().execute());
    expect(guardados).not.toContain(token);
    expect((await confirmar(token)).statusCode).toBe(204);
  });
});
