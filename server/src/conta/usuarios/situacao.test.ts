import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { entraCom, post, tokenDe } from '../../../test/conta.ts';
import { auditados, cadastrar, inserir, type Pessoa, SENHA } from '../../../test/usuarios.ts';
import { situacaoService } from './situacao.ts';

const ENTRAR = '/api/auth/sign-in/email';

let teste: TestApp;
let eu: string;
let bia: Pessoa;
let vez = 0;
beforeAll(async () => {
  teste = await buildTestApp();
  const { id } = await teste.db.selectFrom('user').select('id').executeTakeFirstOrThrow();
  eu = id;
});
afterAll(() => teste.close());
beforeEach(async () => {
  vez += 1;
  bia = await cadastrar(teste, `bia${vez}@unilavras.edu.br`);
});

const agir = (id: string, ato: string, as = teste.token) =>
  teste.request({ method: 'POST', url: `/api/usuarios/${id}/${ato}`, as });
const papel = (id: string, payload: object, as = teste.token) =>
  teste.request({ method: 'PUT', url: `/api/usuarios/${id}/admin`, payload, as });
const linha = (id: string) =>
  teste.db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst();

describe('POST /api/usuarios/:id/desabilitar and habilitar', () => {
  test('the account is out at once: sessions, open links and questions end; habilitar lets it in', async () => {
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
    expect(await entraCom(teste, bia.token)).toBe(200);

    const resposta = await agir(bia.id, 'desabilitar');
    expect([resposta.statusCode, resposta.json().situacao]).toEqual([200, 'desabilitada']);
    expect(await entraCom(teste, bia.token)).toBe(401);
    const { cookie } = bia;
    expect((await post(teste, '/api/auth/token', {}, { cookie })).statusCode).toBe(401);
    const entrar = () => post(teste, ENTRAR, { email: bia.email, password: SENHA });
    expect((await entrar()).statusCode).toBe(401);
    for (const tabela of ['links', 'desafios'] as const) {
      const restam = teste.db.selectFrom(tabela).select('hash').where('conta', '=', bia.id);
      expect(await restam.execute()).toEqual([]);
    }
    const [ato] = await auditados(teste, 2).then((atos) =>
      atos.filter((a) => a.acao === 'desabilitar'),
    );
    expect(ato).toMatchObject({ entidade: 'conta', chave: bia.id, quem: eu });
    expect(JSON.parse(ato?.detalhe ?? '')).toEqual({
      antes: { desabilitadoEm: null },
      depois: { desabilitadoEm: expect.any(String) },
      sessoesEncerradas: 1,
    });

    expect((await agir(bia.id, 'habilitar')).json().situacao).toBe('ativa');
    // The session of before stays dead: enabling is not signing in.
    expect(await entraCom(teste, bia.token)).toBe(401);
    expect((await entrar()).statusCode).toBe(200);
    expect((await auditados(teste, 2))[1]).toMatchObject({ acao: 'habilitar', chave: bia.id });
  });

  test('twice is once: no second audit row, the moment stays', async () => {
    await agir(bia.id, 'desabilitar');
    const antes = await linha(bia.id);
    const atos = await auditados(teste, 1);
    expect((await agir(bia.id, 'desabilitar')).statusCode).toBe(200);
    expect(await linha(bia.id)).toEqual(antes);
    expect(await auditados(teste, 1)).toEqual(atos);
    await agir(bia.id, 'habilitar');
    const depois = await auditados(teste, 1);
    expect((await agir(bia.id, 'habilitar')).statusCode).toBe(200);
    expect(await auditados(teste, 1)).toEqual(depois);
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
  test('gives the role at once, and takes it at once', async () => {
    const lista = () => teste.request({ url: '/api/usuarios', as: bia.token });
    expect((await lista()).statusCode).toBe(403);
    expect((await papel(bia.id, { admin: true })).json()).toMatchObject({ admin: true });
    expect((await lista()).statusCode).toBe(200);
    const [dado] = await auditados(teste);
    expect(dado).toMatchObject({ acao: 'papel', chave: bia.id, quem: eu });
    expect(JSON.parse(dado?.detalhe ?? '')).toEqual({
      antes: { admin: false },
      depois: { admin: true },
    });
    expect((await papel(bia.id, { admin: true })).statusCode).toBe(200);
    expect(await auditados(teste)).toEqual([dado]);
    expect((await papel(bia.id, { admin: false })).json()).toMatchObject({ admin: false });
    expect((await lista()).statusCode).toBe(403);
  });

  test.each([
    [{}],
    [{ admin: 'true' }],
    [{ admin: 1 }],
    [{ admin: null }],
    [{ admin: true, desabilitadoEm: null }],
    [{ admin: true, id: 'outra' }],
    [[]],
  ])('400 for %j', async (corpo) => {
    expect((await papel(bia.id, corpo)).statusCode).toBe(400);
    expect((await linha(bia.id))?.admin).toBe(0);
  });

  test('409 for an account that waits or is disabled: first let in, then given the role', async () => {
    const espera = await inserir(teste, { name: 'Rui', pendencia: 'aprovacao' });
    const resposta = await papel(espera, { admin: true });
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
      409,
      'A conta de Rui não está ativa.',
    ]);
    await agir(bia.id, 'desabilitar');
    expect((await papel(bia.id, { admin: true })).statusCode).toBe(409);
    // Taking the role of who is out harms nobody.
    expect((await papel(bia.id, { admin: false })).statusCode).toBe(200);
  });
});

describe('the last administrator that can act', () => {
  const SENTENCA =
    'Márcia Carvalho é a única pessoa da administração com a conta ativa. Torne outra pessoa administradora antes.';

  test('is not disabled and not demoted; admins who cannot act do not count', async () => {
    const hoje = new Date().toISOString();
    await inserir(teste, { admin: 1, desabilitadoEm: hoje });
    await inserir(teste, { admin: 1, pendencia: 'aprovacao' });
    await inserir(teste, { admin: 1, pendencia: 'email' });
    for (const resposta of [await agir(eu, 'desabilitar'), await papel(eu, { admin: false })]) {
      expect(resposta.statusCode).toBe(409);
      expect(resposta.json()).toMatchObject({ codigo: 'ultima-administracao', mensagem: SENTENCA });
    }
    expect(await linha(eu)).toMatchObject({ admin: 1, desabilitadoEm: null });
    expect(await entraCom(teste, teste.token)).toBe(200);
  });

  test('whoever is one of two may go, and then the other stays', async () => {
    await papel(bia.id, { admin: true });
    expect((await papel(bia.id, { admin: false }, bia.token)).statusCode).toBe(200);
    await papel(bia.id, { admin: true });
    expect((await agir(bia.id, 'desabilitar', bia.token)).statusCode).toBe(200);
    expect(await entraCom(teste, bia.token)).toBe(401);
    expect((await agir(eu, 'desabilitar')).statusCode).toBe(409);
  });

  test('two who disable or demote each other at the same moment: one remains', async () => {
    const situacao = situacaoService({
      db: teste.db,
      identidade: { announceEnd: () => undefined },
    });
    const autor = (id: string) => ({ id, endereco: null, pedido: null });
    const restore = async () => {
      const ambas = teste.db.updateTable('user').where('id', 'in', [eu, bia.id]);
      await ambas.set({ admin: 1, desabilitadoEm: null }).execute();
    };
    const pares = [
      () => [situacao.disable(autor(eu), bia.id), situacao.disable(autor(bia.id), eu)],
      () => [
        situacao.setAdmin(autor(eu), bia.id, false),
        situacao.setAdmin(autor(bia.id), eu, false),
      ],
      () => [situacao.disable(autor(eu), eu), situacao.setAdmin(autor(bia.id), bia.id, false)],
    ];
    for (const par of pares) {
      await restore();
      const [uma, outra] = await Promise.allSettled(par());
      expect([uma?.status, outra?.status]).toEqual(['fulfilled', 'rejected']);
      expect(outra).toMatchObject({ reason: { status: 409, codigo: 'ultima-administracao' } });
    }
    await restore();
    const { email, password } = CONTA;
    teste.token = tokenDe(await post(teste, ENTRAR, { email, password }));
    // The same over the wire, where the other may be out before the request is read.
    const codigos = await Promise.all([
      agir(bia.id, 'desabilitar'),
      agir(
        eu,
        'desabilitar',
        tokenDe(await post(teste, ENTRAR, { email: bia.email, password: SENHA })),
      ),
    ]).then((respostas) => respostas.map(({ statusCode }) => statusCode));
    expect(codigos.filter((codigo) => codigo === 200)).toHaveLength(1);
    await restore();
    teste.token = tokenDe(await post(teste, ENTRAR, { email, password }));
    await papel(bia.id, { admin: false });
  });
});

describe('DELETE /api/usuarios/:id', () => {
  const recusar = (id: string) => teste.request({ method: 'DELETE', url: `/api/usuarios/${id}` });

  test.each(['aprovacao', 'email'] as const)('takes away who waits (%s)', async (pendencia) => {
    const id = await inserir(teste, { name: 'Rui', email: `rui-${pendencia}@x.br`, pendencia });
    expect((await recusar(id)).statusCode).toBe(204);
    expect(await linha(id)).toBeUndefined();
    const [ato] = await auditados(teste);
    expect(ato).toMatchObject({ acao: 'recusar', chave: id, quem: eu });
    expect(JSON.parse(ato?.detalhe ?? '').antes).toEqual({
      name: 'Rui',
      email: `rui-${pendencia}@x.br`,
      pendencia,
    });
    expect((await recusar(id)).statusCode).toBe(404);
  });

  test('409 for an account that was let in, disabled or not', async () => {
    const resposta = await recusar(bia.id);
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([409, 'conta-em-uso']);
    await agir(bia.id, 'desabilitar');
    expect((await recusar(bia.id)).statusCode).toBe(409);
    expect(await linha(bia.id)).toBeDefined();
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
] as const)('404 in words: %s %s of nobody', async (method, ato) => {
  for (const id of ['ninguem', '%00', '..%2f', "' or 1=1 --"]) {
    const url = `/api/usuarios/${encodeURI(id)}${ato && `/${ato}`}`;
    const payload = method === 'PUT' ? { admin: true } : undefined;
    const resposta = await teste.request({ method, url, payload });
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([404, expect.any(String)]);
  }
});
