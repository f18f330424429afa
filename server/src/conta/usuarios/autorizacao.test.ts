/** No request gives more rights: not by its body, another account's id or an extra field. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createFirst, post, signInWith } from '../../../test/conta.ts';
import { signUp, type TestPerson } from '../../../test/usuarios.ts';

let teste: TestApp;
let bia: TestPerson;
let rui: TestPerson;
beforeAll(async () => {
  teste = await buildTestApp();
  bia = await signUp(teste, 'bia@x.br');
  rui = await signUp(teste, 'rui@x.br', 'Rui Prado');
});
afterAll(() => teste.close());

const listContas = () =>
  teste.db
    .selectFrom('contas')
    .select(['id', 'email', 'nome', 'admin', 'pendencia', 'desabilitada_em'])
    .orderBy('id')
    .execute();

const CORPOS = [
  undefined,
  {},
  { admin: true },
  { admin: true, as: 'admin' },
  { email: 'nova@x.br', admin: true },
  { id: 'outra', conta: { admin: true } },
  [],
  [{ admin: true }],
];

describe('a user without the role', () => {
  test('gets 403 at each administrator’s route, for any body and any account', async () => {
    const admin = (await listContas()).find((conta) => conta.admin)?.id ?? '';
    const antes = await listContas();
    const rotas: ['GET' | 'POST' | 'PUT' | 'DELETE', string][] = [
      ['GET', '/api/usuarios'],
      ['GET', '/api/usuarios?admin=true'],
      ['GET', '/api/convites'],
      ['POST', '/api/convites'],
      ['DELETE', '/api/convites/1'],
    ];
    for (const id of [bia.id, rui.id, admin, 'ninguem']) {
      rotas.push(['PUT', `/api/usuarios/${id}/admin`], ['DELETE', `/api/usuarios/${id}`]);
      for (const ato of [
        'aprovar',
        'habilitar',
        'desabilitar',
        'redefinir',
        'segundo-fator/retirar',
      ]) {
        rotas.push(['POST', `/api/usuarios/${id}/${ato}`]);
      }
    }
    for (const [method, url] of rotas) {
      for (const payload of method === 'GET' ? [undefined] : CORPOS) {
        const { statusCode } = await teste.request({ method, url, payload, as: bia.token });
        expect(statusCode, `${method} ${url} ${JSON.stringify(payload)}`).toBe(403);
      }
    }
    expect(await listContas()).toEqual(antes);
    expect(await teste.db.selectFrom('convites').select('id').execute()).toEqual([]);
    expect(await signInWith(teste, rui.token)).toBe(200);
  });

  test('cannot end a session of another account', async () => {
    const { id } = await teste.db
      .selectFrom('sessoes')
      .select('sid as id')
      .where('conta', '=', rui.id)
      .executeTakeFirstOrThrow();
    const pedido = { method: 'DELETE' as const, url: `/api/perfil/sessoes/${id}` };
    expect((await teste.request({ ...pedido, as: bia.token })).statusCode).toBe(404);
    // Nor can the administrator: this route is for one's own sessions.
    expect((await teste.request(pedido)).statusCode).toBe(404);
    const outras = { method: 'DELETE' as const, url: '/api/perfil/sessoes', as: bia.token };
    expect((await teste.request(outras)).json()).toEqual({ encerradas: 0 });
    expect(await signInWith(teste, rui.token)).toBe(200);
  });
});

describe('an extra field', () => {
  const CONTA = { name: 'Eva Lima', email: 'eva@x.br', password: 'portao-verde-17' };
  const DEMAIS = [
    { admin: true },
    { pendencia: null },
    { email_verificado: true },
    { desabilitada_em: null },
    { id: 'escolhido' },
    { role: 'admin' },
    { image: 'https://mal.exemplo.br/x.png' },
    { user: { admin: true } },
  ];

  test.each(DEMAIS)('is refused in a sign-up: %j', async (extra) => {
    const resposta = await post(teste, '/api/auth/sign-up/email', { ...CONTA, ...extra });
    expect(resposta.statusCode).toBe(400);
    expect(await listContas()).toHaveLength(3);
  });

  test('“__proto__” makes no account an administrator', async () => {
    const resposta = await teste.app.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      headers: { 'content-type': 'application/json' },
      payload: `{"name":"Eva","email":"eva@x.br","password":"portao-verde-17","__proto__":{"admin":true}}`,
    });
    expect(resposta.statusCode).toBe(400);
    expect(await listContas()).toHaveLength(3);
  });

  test.each(DEMAIS)('is refused in a sign-in and in the profile: %j', async (extra) => {
    const entrar = { email: bia.email, password: 'portao-verde-17', ...extra };
    expect((await post(teste, '/api/auth/sign-in/email', entrar)).statusCode).toBe(400);
    const payload = { atual: 'portao-verde-17', nova: 'outra-cancela-8', ...extra };
    const url = '/api/perfil/senha';
    const senha = await teste.request({ method: 'POST', url, payload, as: bia.token });
    expect(senha.statusCode).toBe(400);
    expect((await listContas()).filter(({ admin }) => admin)).toHaveLength(1);
  });
});

test('when the first account is not made here, a sign-up makes no administrator', async () => {
  const aprovacao = await buildTestApp({ env: { SIGNUP_MODE: 'aprovacao' }, account: false });
  await createFirst(aprovacao);
  const conta = { name: 'Eva Lima', email: 'eva@x.br', password: 'portao-verde-17' };
  const resposta = await post(aprovacao, '/api/auth/sign-up/email', conta);
  expect(resposta.statusCode).toBe(202);
  const linha = await aprovacao.db
    .selectFrom('contas')
    .select(['admin', 'pendencia'])
    .where('email', '=', 'eva@x.br')
    .executeTakeFirst();
  expect(linha).toEqual({ admin: 0, pendencia: 'aprovacao' });
  await aprovacao.close();
});
