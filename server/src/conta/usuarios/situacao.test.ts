import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { post, signInWith, tokenOf } from '../../../test/conta.ts';
import {
  insertConta,
  listAudited,
  SENHA,
  signUp,
  type TestPerson,
} from '../../../test/usuarios.ts';
import { situacaoService } from './situacao.ts';

const ENTRAR = '/api/auth/sign-in/email';

let teste: TestApp;
let eu: string;
let bia: TestPerson;
let vez = 0;
beforeAll(async () => {
  teste = await buildTestApp();
  const { id } = await teste.db.selectFrom('contas').select('id').executeTakeFirstOrThrow();
  eu = id;
});
afterAll(() => teste.close());
beforeEach(async () => {
  vez += 1;
  bia = await signUp(teste, `bia${vez}@unilavras.edu.br`);
});

const postAto = (id: string, ato: string, as = teste.token) =>
  teste.request({ method: 'POST', url: `/api/usuarios/${id}/${ato}`, as });
const putPapel = (id: string, payload: object, as = teste.token) =>
  teste.request({ method: 'PUT', url: `/api/usuarios/${id}/admin`, payload, as });
const findConta = (id: string) =>
  teste.db.selectFrom('contas').selectAll().where('id', '=', id).executeTakeFirst();

describe('POST /api/usuarios/:id/desabilitar and habilitar', () => {
  test('the account is out at once: sessions, open links and challenges end; habilitar lets it in', async () => {
    const expira_em = new Date(Date.now() + 60_000).toISOString();
    const link = { hash: `l${vez}`, tipo: 'recuperar', conta: bia.id, expira_em };
    await teste.db.insertInto('links').values(link).execute();
    const desafio = {
      hash: `d${vez}`,
      tipo: 'segundo-fator',
      conta: bia.id,
      dados: null,
      expira_em,
    };
    await teste.db.insertInto('desafios').values(desafio).execute();
    expect(await signInWith(teste, bia.token)).toBe(200);

    const resposta = await postAto(bia.id, 'desabilitar');
    expect([resposta.statusCode, resposta.json().situacao]).toEqual([200, 'desabilitada']);
    expect(await signInWith(teste, bia.token)).toBe(401);
    const { cookie } = bia;
    expect((await post(teste, '/api/auth/token', {}, { cookie })).statusCode).toBe(401);
    const signIn = () => post(teste, ENTRAR, { email: bia.email, password: SENHA });
    expect((await signIn()).statusCode).toBe(401);
    for (const tabela of ['links', 'desafios'] as const) {
      const restam = teste.db.selectFrom(tabela).select('hash').where('conta', '=', bia.id);
      expect(await restam.execute()).toEqual([]);
    }
    const [ato] = await listAudited(teste, 2).then((atos) =>
      atos.filter((a) => a.acao === 'desabilitar'),
    );
    expect(ato).toMatchObject({ entidade: 'conta', chave: bia.id, quem: eu });
    expect(JSON.parse(ato?.detalhe ?? '')).toEqual({
      antes: { desabilitada_em: null },
      depois: { desabilitada_em: expect.any(String) },
      sessoesEncerradas: 1,
    });

    expect((await postAto(bia.id, 'habilitar')).json().situacao).toBe('ativa');
    // The previous session stays ended: enabling is not signing in.
    expect(await signInWith(teste, bia.token)).toBe(401);
    expect((await signIn()).statusCode).toBe(200);
    expect((await listAudited(teste, 2))[1]).toMatchObject({ acao: 'habilitar', chave: bia.id });
  });

  test('a second call changes nothing: no second audit row, the same time', async () => {
    await postAto(bia.id, 'desabilitar');
    const antes = await findConta(bia.id);
    const atos = await listAudited(teste, 1);
    expect((await postAto(bia.id, 'desabilitar')).statusCode).toBe(200);
    expect(await findConta(bia.id)).toEqual(antes);
    expect(await listAudited(teste, 1)).toEqual(atos);
    await postAto(bia.id, 'habilitar');
    const depois = await listAudited(teste, 1);
    expect((await postAto(bia.id, 'habilitar')).statusCode).toBe(200);
    expect(await listAudited(teste, 1)).toEqual(depois);
  });

  test('an open stream ends', async () => {
    const aberto = await buildTestApp();
    await aberto.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = aberto.app.server.address() as AddressInfo;
    const resposta = await aberto.request({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      payload: { ...CONTA, email: 'leo@x.br' },
      as: null,
    });
    const { token, user } = resposta.json();
    const corrente = await fetch(`http://127.0.0.1:${port}/db/ultimosveiculos/eventos`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(corrente.status).toBe(200);
    const fim = corrente.text();
    const inicio = Date.now();
    await aberto.request({ method: 'POST', url: `/api/usuarios/${user.id}/desabilitar` });
    await fim;
    expect(Date.now() - inicio).toBeLessThan(3_000);
    await aberto.close();
  });
});

describe('PUT /api/usuarios/:id/admin', () => {
  test('gives the role at once, and removes it at once', async () => {
    const getUsuarios = () => teste.request({ url: '/api/usuarios', as: bia.token });
    expect((await getUsuarios()).statusCode).toBe(403);
    expect((await putPapel(bia.id, { admin: true })).json()).toMatchObject({ admin: true });
    expect((await getUsuarios()).statusCode).toBe(200);
    const [dado] = await listAudited(teste);
    expect(dado).toMatchObject({ acao: 'papel', chave: bia.id, quem: eu });
    expect(JSON.parse(dado?.detalhe ?? '')).toEqual({
      antes: { admin: false },
      depois: { admin: true },
    });
    expect((await putPapel(bia.id, { admin: true })).statusCode).toBe(200);
    expect(await listAudited(teste)).toEqual([dado]);
    expect((await putPapel(bia.id, { admin: false })).json()).toMatchObject({ admin: false });
    expect((await getUsuarios()).statusCode).toBe(403);
  });

  test.each([
    [{}],
    [{ admin: 'true' }],
    [{ admin: 1 }],
    [{ admin: null }],
    [{ admin: true, desabilitada_em: null }],
    [{ admin: true, id: 'outra' }],
    [[]],
  ])('400 for %j', async (corpo) => {
    expect((await putPapel(bia.id, corpo)).statusCode).toBe(400);
    expect((await findConta(bia.id))?.admin).toBe(0);
  });

  test('409 for an account that waits or is disabled: first approved, then given the role', async () => {
    const espera = await insertConta(teste, { nome: 'Rui', pendencia: 'aprovacao' });
    const resposta = await putPapel(espera, { admin: true });
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
      409,
      'A conta de Rui não está ativa.',
    ]);
    await postAto(bia.id, 'desabilitar');
    expect((await putPapel(bia.id, { admin: true })).statusCode).toBe(409);
    // Removing the role of a disabled account is allowed.
    expect((await putPapel(bia.id, { admin: false })).statusCode).toBe(200);
  });
});

describe('the last administrator that can act', () => {
  const SENTENCA =
    'Márcia Carvalho é a única pessoa da administração com a conta ativa. Torne outra pessoa administradora antes.';

  test('cannot be disabled or demoted; admins who cannot act do not count', async () => {
    const hoje = new Date().toISOString();
    await insertConta(teste, { admin: 1, desabilitada_em: hoje });
    await insertConta(teste, { admin: 1, pendencia: 'aprovacao' });
    await insertConta(teste, { admin: 1, pendencia: 'email' });
    for (const resposta of [
      await postAto(eu, 'desabilitar'),
      await putPapel(eu, { admin: false }),
    ]) {
      expect(resposta.statusCode).toBe(409);
      expect(resposta.json()).toMatchObject({ codigo: 'ultima-administracao', mensagem: SENTENCA });
    }
    expect(await findConta(eu)).toMatchObject({ admin: 1, desabilitada_em: null });
    expect(await signInWith(teste, teste.token)).toBe(200);
  });

  test('one of two may be removed, and then the other stays', async () => {
    await putPapel(bia.id, { admin: true });
    expect((await putPapel(bia.id, { admin: false }, bia.token)).statusCode).toBe(200);
    await putPapel(bia.id, { admin: true });
    expect((await postAto(bia.id, 'desabilitar', bia.token)).statusCode).toBe(200);
    expect(await signInWith(teste, bia.token)).toBe(401);
    expect((await postAto(eu, 'desabilitar')).statusCode).toBe(409);
  });

  test('two who disable or demote each other at the same moment: one remains', async () => {
    const situacao = situacaoService({
      db: teste.db,
      identidade: { announceEnd: () => undefined },
    });
    const buildAutor = (id: string) => ({ id, endereco: null, pedido: null });
    const restore = async () => {
      const ambas = teste.db.updateTable('contas').where('id', 'in', [eu, bia.id]);
      await ambas.set({ admin: 1, desabilitada_em: null }).execute();
    };
    const pares = [
      () => [situacao.disable(buildAutor(eu), bia.id), situacao.disable(buildAutor(bia.id), eu)],
      () => [
        situacao.setAdmin(buildAutor(eu), bia.id, false),
        situacao.setAdmin(buildAutor(bia.id), eu, false),
      ],
      () => [
        situacao.disable(buildAutor(eu), eu),
        situacao.setAdmin(buildAutor(bia.id), bia.id, false),
      ],
    ];
    for (const par of pares) {
      await restore();
      const [uma, outra] = await Promise.allSettled(par());
      expect([uma?.status, outra?.status]).toEqual(['fulfilled', 'rejected']);
      expect(outra).toMatchObject({ reason: { status: 409, codigo: 'ultima-administracao' } });
    }
    await restore();
    const { email, password } = CONTA;
    teste.token = tokenOf(await post(teste, ENTRAR, { email, password }));
    // The same over HTTP, where one may be disabled before its request is read.
    const codigos = await Promise.all([
      postAto(bia.id, 'desabilitar'),
      postAto(
        eu,
        'desabilitar',
        tokenOf(await post(teste, ENTRAR, { email: bia.email, password: SENHA })),
      ),
    ]).then((respostas) => respostas.map(({ statusCode }) => statusCode));
    expect(codigos.filter((codigo) => codigo === 200)).toHaveLength(1);
    await restore();
    teste.token = tokenOf(await post(teste, ENTRAR, { email, password }));
    await putPapel(bia.id, { admin: false });
  });
});

describe('DELETE /api/usuarios/:id', () => {
  const refuse = (id: string) => teste.request({ method: 'DELETE', url: `/api/usuarios/${id}` });

  test.each(['aprovacao', 'email'] as const)(
    'removes a waiting account (%s)',
    async (pendencia) => {
      const id = await insertConta(teste, {
        nome: 'Rui',
        email: `rui-${pendencia}@x.br`,
        pendencia,
      });
      expect((await refuse(id)).statusCode).toBe(204);
      expect(await findConta(id)).toBeUndefined();
      const [ato] = await listAudited(teste);
      expect(ato).toMatchObject({ acao: 'recusar', chave: id, quem: eu });
      expect(JSON.parse(ato?.detalhe ?? '').antes).toEqual({
        nome: 'Rui',
        email: `rui-${pendencia}@x.br`,
        pendencia,
      });
      expect((await refuse(id)).statusCode).toBe(404);
    },
  );

  test('409 for an account that was approved, disabled or not', async () => {
    const resposta = await refuse(bia.id);
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([409, 'conta-em-uso']);
    await postAto(bia.id, 'desabilitar');
    expect((await refuse(bia.id)).statusCode).toBe(409);
    expect(await findConta(bia.id)).toBeDefined();
  });
});

test.each([
  ['POST', 'aprovar'],
  ['POST', 'desabilitar'],
  ['POST', 'habilitar'],
  ['POST', 'redefinir'],
  ['POST', 'segundo-fator/retirar'],
  ['PUT', 'admin'],
  ['DELETE', ''],
] as const)('404 with a sentence: %s %s of an unknown account', async (method, ato) => {
  for (const id of ['ninguem', '%00', '..%2f', "' or 1=1 --"]) {
    const url = `/api/usuarios/${encodeURI(id)}${ato && `/${ato}`}`;
    const payload = method === 'PUT' ? { admin: true } : undefined;
    const resposta = await teste.request({ method, url, payload });
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([404, expect.any(String)]);
  }
});
