import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { CONTA } from '../../../test/app.ts';
import { type AppComCorreio, buildWithCorreio, linkIn } from '../../../test/cartas.ts';
import { cookieOf, post, signInWith, tokenOf } from '../../../test/conta.ts';
import { activateTotp, addChave, createTestChave } from '../../../test/segundoFator.ts';

const PEDIR = '/api/auth/newpassword';
const CONFIRMAR = '/api/auth/newpassword/confirmar';
const ENTRAR = '/api/auth/sign-in/email';
const NOVA = 'cancela-verde-77';

let teste: AppComCorreio;
let numero = 0;
beforeAll(async () => {
  teste = await buildWithCorreio();
});
afterAll(() => teste.close());
afterEach(() => {
  vi.useRealTimers();
});

/** A new account for each test. */
async function createConta(campos: Record<string, unknown> = {}) {
  numero += 1;
  const email = `pessoa${numero}@exemplo.br`;
  const criada = await post(teste, '/api/auth/sign-up/email', { ...CONTA, email });
  const { id } = criada.json().user;
  if (Object.keys(campos).length > 0) {
    await teste.db.updateTable('contas').set(campos).where('id', '=', id).execute();
  }
  return { id, email, criada };
}

const askForLink = (email: string, remoteAddress = '10.1.0.1') =>
  teste.app.inject({ method: 'POST', url: PEDIR, payload: { email }, remoteAddress });

const confirm = (token: string, password = NOVA) => post(teste, CONFIRMAR, { token, password });

const signIn = (email: string, password: string) => post(teste, ENTRAR, { email, password });

async function fetchLink(email: string, antes = 0): Promise<string> {
  expect((await askForLink(email, `10.2.0.${numero}`)).statusCode).toBe(200);
  return linkIn(await teste.nextCarta(email, antes), 'token');
}

const getPessoa = (id: string) =>
  teste.db.selectFrom('contas').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('POST /api/auth/newpassword', () => {
  test('mails a link behind #, with its purpose, its duration and the alternative', async () => {
    const { email } = await createConta();
    const resposta = await askForLink(` ${email.toUpperCase()} `);
    expect([resposta.statusCode, resposta.json()]).toEqual([
      200,
      { mensagem: 'Siga as instruções no seu e-mail' },
    ]);
    const carta = await teste.nextCarta(email);
    expect(carta.subject).toBe('UNIPARK: escolha uma nova senha');
    expect(carta.text).toMatch(/^http:\/\/localhost(:\d+)?\/passwordrecovery#token=[\w-]{43}$/m);
    expect(carta.text).toContain(email);
    expect(carta.text).toContain('vale por 30 minutos e funciona uma única vez');
    expect(carta.text).toContain('Se não foi você, ignore esta mensagem');
    expect(carta.text).not.toContain(CONTA.name);
  });

  test('one answer for every kind of account, a letter only for an account that can be recovered', async () => {
    const agora = new Date().toISOString();
    const conhecida = await createConta();
    const desabilitada = await createConta({ desabilitada_em: agora });
    const esperando = await createConta({ pendencia: 'aprovacao' });
    const semSenha = await createConta();
    await teste.db
      .updateTable('contas')
      .set({ senha: null })
      .where('id', '=', semSenha.id)
      .execute();
    const emails = [conhecida, desabilitada, esperando, semSenha].map(({ email }) => email);
    const respostas: Awaited<ReturnType<typeof askForLink>>[] = [];
    for (const email of ['ninguem@exemplo.br', ...emails]) respostas.push(await askForLink(email));
    const pickVisible = ({ statusCode, body, headers }: (typeof respostas)[number]) => {
      const { date, 'x-request-id': _, ...resto } = headers;
      return { statusCode, body, resto };
    };
    expect(new Set(respostas.map((resposta) => JSON.stringify(pickVisible(resposta)))).size).toBe(
      1,
    );
    for (const { email } of [conhecida, esperando, semSenha]) await teste.nextCarta(email);
    expect(teste.listCartas(desabilitada.email)).toEqual([]);
    expect(teste.listCartas('ninguem@exemplo.br')).toEqual([]);
  });

  test('three letters an hour to one e-mail; the fourth call gets the same answer', async () => {
    const { email } = await createConta();
    for (let i = 0; i < 3; i += 1)
      expect((await askForLink(email, `10.3.0.${i}`)).statusCode).toBe(200);
    await teste.nextCarta(email, 2);
    const ultima = linkIn(teste.listCartas(email)[2] ?? expect.fail(), 'token');
    const quarta = await askForLink(email, '10.3.0.9');
    expect([quarta.statusCode, quarta.json().mensagem]).toEqual([
      200,
      'Siga as instruções no seu e-mail',
    ]);
    await fetchLink((await createConta()).email);
    expect(teste.listCartas(email)).toHaveLength(3);
    // The last letter still works: a stranger's calls do not end it.
    expect((await confirm(ultima)).statusCode).toBe(204);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    await askForLink(email, '10.3.0.10');
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
      estados.push((await askForLink(`alguem${i}@exemplo.br`, '10.4.0.1')).statusCode);
    }
    expect(estados.filter((estado) => estado === 200)).toHaveLength(30);
    expect(estados.at(-1)).toBe(429);
    expect((await askForLink('alguem@exemplo.br', '10.4.0.2')).statusCode).toBe(200);
  });

  test.each([{}, { email: 7 }, { email: 'nada' }, { email: 'a@b.cc', mais: 1 }])(
    '400 for %j',
    async (corpo) => {
      expect((await post(teste, PEDIR, corpo)).statusCode).toBe(400);
    },
  );
});

describe('POST /api/auth/newpassword/confirmar', () => {
  test('a new password, every session ended, guesses forgotten, a letter to the owner', async () => {
    const { id, email, criada } = await createConta();
    for (let i = 0; i < 6; i += 1) await signIn(email, 'não é esta');
    expect((await signIn(email, CONTA.password)).statusCode).toBe(429);
    const token = await fetchLink(email);
    expect(await signInWith(teste, tokenOf(criada))).toBe(200);

    expect((await confirm(token)).statusCode).toBe(204);
    expect(await signInWith(teste, tokenOf(criada))).toBe(401);
    const renovar = await post(teste, '/api/auth/token', {}, { cookie: cookieOf(criada) });
    expect(renovar.statusCode).toBe(401);
    expect((await signIn(email, CONTA.password)).statusCode).toBe(401);
    expect((await signIn(email, NOVA)).statusCode).toBe(200);
    expect((await getPessoa(id)).email_verificado).toBe(1);
    const atos = await teste.db
      .selectFrom('auditoria')
      .select(['acao', 'quem'])
      .where('chave', '=', id)
      .execute();
    expect(atos).toContainEqual({ acao: 'recuperar-senha', quem: id });
    expect((await teste.nextCarta(email, 1)).subject).toBe('UNIPARK: a sua senha foi trocada');
  });

  test('the link works once, and only the newest', async () => {
    const { email } = await createConta();
    const primeiro = await fetchLink(email);
    const segundo = await fetchLink(email, 1);
    const vencido = await confirm(primeiro);
    expect([vencido.statusCode, vencido.json().codigo]).toEqual([400, 'link-invalido']);
    expect(vencido.json().mensagem).toBe('Este link não vale mais. Peça outro.');
    expect((await confirm(segundo)).statusCode).toBe(204);
    expect((await confirm(segundo, 'outra senha longa')).statusCode).toBe(400);
    expect((await signIn(email, NOVA)).statusCode).toBe(200);
  });

  test('a refused password leaves the link valid', async () => {
    const { email } = await createConta();
    const token = await fetchLink(email);
    for (const [senha, frase] of [
      ['curta', 'A senha deve ter de 8 a 128 caracteres.'],
      ['  ', 'Senha não pode estar em branco.'],
      ['12345678', 'Esta senha é muito comum. Escolha outra.'],
      [`${email}!`, 'A senha não pode conter o seu e-mail.'],
    ] as const) {
      const resposta = await confirm(token, senha);
      expect([resposta.statusCode, resposta.json().campos]).toEqual([400, { password: frase }]);
    }
    expect((await confirm(token)).statusCode).toBe(204);
  });

  test('valid for thirty minutes', async () => {
    const { email } = await createConta();
    const token = await fetchLink(email);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 60_000 });
    expect((await confirm(token)).statusCode).toBe(400);
    vi.setSystemTime(Date.now() - 2_000);
    expect((await confirm(token)).statusCode).toBe(204);
  });

  test('not for an account that was disabled meanwhile', async () => {
    const { id, email } = await createConta();
    const token = await fetchLink(email);
    const desabilitada_em = new Date().toISOString();
    await teste.db.updateTable('contas').set({ desabilitada_em }).where('id', '=', id).execute();
    expect((await confirm(token)).json().codigo).toBe('link-invalido');
  });

  test('proves the address, but does not approve the account', async () => {
    const email = await createConta({ pendencia: 'email' });
    const aprovacao = await createConta({ pendencia: 'aprovacao' });
    for (const conta of [email, aprovacao]) {
      expect((await confirm(await fetchLink(conta.email))).statusCode).toBe(204);
    }
    expect(await getPessoa(email.id)).toMatchObject({ pendencia: null, email_verificado: 1 });
    expect(await getPessoa(aprovacao.id)).toMatchObject({
      pendencia: 'aprovacao',
      email_verificado: 1,
    });
    expect((await signIn(email.email, NOVA)).statusCode).toBe(200);
    const espera = await signIn(aprovacao.email, NOVA);
    expect([espera.statusCode, espera.json().mensagem]).toEqual([
      403,
      'Sua conta ainda aguarda aprovação.',
    ]);
  });

  describe('of an account with second factors', () => {
    /** An account with an authenticator, recovery codes, a passkey and a link to a provider. */
    async function createProtegida(campos: Record<string, unknown> = {}) {
      const conta = await createConta(campos);
      const as = tokenOf(conta.criada);
      await activateTotp(teste, { as });
      expect((await addChave(teste, createTestChave(), { as })).statusCode).toBe(201);
      const criado_em = new Date().toISOString();
      const vinculo = { provedor: 'firebase', identificador: conta.id, conta: conta.id, criado_em };
      await teste.db.insertInto('vinculos').values(vinculo).execute();
      return conta;
    }

    const countProvas = async (conta: string) => {
      const tabelas = ['totp', 'chaves_acesso', 'codigos_recuperacao', 'vinculos'] as const;
      const linhas = tabelas.map((tabela) =>
        teste.db.selectFrom(tabela).select('conta').where('conta', '=', conta).execute(),
      );
      return (await Promise.all(linhas)).map(({ length }) => length);
    };

    const listSubjects = (email: string) => teste.listCartas(email).map(({ subject }) => subject);

    test('the first proof of the address removes them, and a letter says so', async () => {
      const { id, email } = await createProtegida();
      expect(await countProvas(id)).toEqual([1, 1, 10, 1]);
      expect((await confirm(await fetchLink(email))).statusCode).toBe(204);
      expect(await countProvas(id)).toEqual([0, 0, 0, 0]);
      expect(await signInWith(teste, tokenOf(await signIn(email, NOVA)))).toBe(200);
      await teste.nextCarta(email, 2);
      expect(listSubjects(email)).toContain('UNIPARK: um segundo fator foi desligado');
      const ato = await teste.db
        .selectFrom('auditoria')
        .innerJoin('auditoria_detalhes', 'auditoria_id', 'auditoria.id')
        .select(['quem', 'motivo', 'detalhe'])
        .where('chave', '=', id)
        .where('acao', '=', 'retirar-fator')
        .executeTakeFirstOrThrow();
      expect(ato).toMatchObject({ quem: id, motivo: 'primeira prova do e-mail' });
      expect(JSON.parse(ato.detalhe ?? '').antes).toEqual({ fatores: ['passkey', 'totp'] });
    });

    test.each([
      ['a proved address keeps them: a mailbox alone is not enough', { email_verificado: 1 }],
      ['an administrator keeps them: no stranger has that role', { admin: 1 }],
    ])('%s', async (_nome, campos) => {
      const { id, email } = await createProtegida(campos);
      const antes = await countProvas(id);
      expect((await confirm(await fetchLink(email))).statusCode).toBe(204);
      expect(await countProvas(id)).toEqual(antes);
      expect((await signIn(email, NOVA)).json().segundoFator).toEqual(['passkey', 'totp']);
      await teste.nextCarta(email, 1);
      expect(listSubjects(email)).not.toContain('UNIPARK: um segundo fator foi desligado');
    });
  });

  test('gives an account of single sign-on its first password', async () => {
    const { id, email } = await createConta();
    await teste.db.updateTable('contas').set({ senha: null }).where('id', '=', id).execute();
    expect((await signIn(email, CONTA.password)).statusCode).toBe(401);
    expect((await confirm(await fetchLink(email))).statusCode).toBe(204);
    expect((await signIn(email, NOVA)).statusCode).toBe(200);
  });

  test.each(['', 'x', 'A'.repeat(43), '../../etc', 'a'.repeat(3_000)])(
    '400 for the token %s',
    async (token) => {
      expect((await confirm(token)).json().codigo).toBe('link-invalido');
    },
  );

  test('a token of another kind is refused, and only its hash is stored', async () => {
    const { email } = await createConta();
    const token = await fetchLink(email);
    expect((await post(teste, '/api/auth/verify', { token, password: NOVA })).statusCode).toBe(400);
    expect((await post(teste, '/api/auth/convite', { token })).statusCode).toBe(400);
    const guardados = JSON.stringify(await teste.db.selectFrom('links').selectAll().execute());
    expect(guardados).not.toContain(token);
    expect((await confirm(token)).statusCode).toBe(204);
  });
});
