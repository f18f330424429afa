/** Nobody becomes more than they are: by a body, by somebody else's id, by a field too many. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createFirst, entraCom, post } from '../../../test/conta.ts';
import { cadastrar, type Pessoa } from '../../../test/usuarios.ts';

let teste: TestApp;
let bia: Pessoa;
let rui: Pessoa;
beforeAll(async () => {
  teste = await buildTestApp();
  bia = await cadastrar(teste, 'bia@x.br');
  rui = await cadastrar(teste, 'rui@x.br', 'Rui Prado');
});
afterAll(() => teste.close());

const contas = () =>
  teste.db
    .selectFrom('user')
    .select(['id', 'email', 'name', 'admin', 'pendencia', 'desabilitadoEm'])
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

describe('who does not administer', () => {
  test('gets 403 at each administrator’s route, whatever the body and whoever it is about', async () => {
    const admin = (await contas()).find((conta) => conta.admin)?.id ?? '';
    const antes = await contas();
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
    expect(await contas()).toEqual(antes);
    expect(await teste.db.selectFrom('convites').select('id').execute()).toEqual([]);
    expect(await entraCom(teste, rui.token)).toBe(200);
  });

  test('ends no session of somebody else', async () => {
    const { id } = await teste.db
      .selectFrom('session')
      .select('id')
      .where('userId', '=', rui.id)
      .executeTakeFirstOrThrow();
    const pedido = { method: 'DELETE' as const, url: `/api/perfil/sessoes/${id}` };
    expect((await teste.request({ ...pedido, as: bia.token })).statusCode).toBe(404);
    // Not the administrator either: this route is about one's own.
    expect((await teste.request(pedido)).statusCode).toBe(404);
    const outras = { method: 'DELETE' as const, url: '/api/perfil/sessoes', as: bia.token };
    expect((await teste.request(outras)).json()).toEqual({ encerradas: 0 });
    expect(await entraCom(teste, rui.token)).toBe(200);
  });
});

describe('a field too many', () => {
  const CONTA = { name: 'Eva Lima', email: 'eva@x.br', password: 'portao-verde-17' };
  const DEMAIS = [
    { admin: true },
    { pendencia: null },
    { emailVerified: true },
    { desabilitadoEm: null },
    { id: 'escolhido' },
    { role: 'admin' },
    { image: 'https://mal.exemplo.br/x.png' },
    { user: { admin: true } },
  ];

  test.each(DEMAIS)('is refused in a sign-up: %j', async (extra) => {
    const resposta = await post(teste, '/api/auth/sign-up/email', { ...CONTA, ...extra });
    expect(resposta.statusCode).toBe(400);
    expect(await contas()).toHaveLength(3);
  });

  test('“__proto__” makes nobody an administrator', async () => {
    const resposta = await teste.app.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      headers: { 'content-type': 'application/json' },
      payload: `{"name":"Eva","email":"eva@x.br","password":"portao-verde-17","__proto__":{"admin":true}}`,
    });
    expect(resposta.statusCode).toBe(400);
    expect(await contas()).toHaveLength(3);
  });

  test.each(DEMAIS)('is refused in a sign-in and in the profile: %j', async (extra) => {
    const entrar = { email: bia.email, password: 'portao-verde-17', ...extra };
    expect((await post(teste, '/api/auth/sign-in/email', entrar)).statusCode).toBe(400);
    const payload = { atual: 'portao-verde-17', nova: 'outra-cancela-8', ...extra };
    const url = '/api/perfil/senha';
    const senha = await teste.request({ method: 'POST', url, payload, as: bia.token });
    expect(senha.statusCode).toBe(400);
    expect((await contas()).filter(({ admin }) => admin)).toHaveLength(1);
  });
});

test('where the first account is not made here, signing up makes no administrator', async () => {
  const aprovacao = await buildTestApp({ env: { SIGNUP_MODE: 'aprovacao' }, account: false });
  await createFirst(aprovacao);
  const conta = { name: 'Eva Lima', email: 'eva@x.br', password: 'portao-verde-17' };
  const resposta = await post(aprovacao, '/api/auth/sign-up/email', conta);
  expect(resposta.statusCode).toBe(202);
  const linha = await aprovacao.db
    .selectFrom('user')
    .select(['admin', 'pendencia'])
    .where('email', '=', 'eva@x.br')
    .executeTakeFirst();
  expect(linha).toEqual({ admin: 0, pendencia: 'aprovacao' });
  await aprovacao.close();
});
