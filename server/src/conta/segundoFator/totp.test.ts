import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { entraCom, post, setCookies, tokenDe } from '../../../test/conta.ts';
import { ateOPasso, ativaTotp, codigoDe, passo } from '../../../test/segundoFator.ts';
import { readFatores } from './repo.ts';

const PERFIL = '/api/perfil';
let teste: TestApp;
let segredo: string;
let codigos: string[];

const pede = (url: string, payload: object, as = teste.token) =>
  teste.request({ method: 'POST', url: `${PERFIL}/${url}`, payload, as });
const fraseDe = ({ json }: { json: () => { mensagem: string } }) => json().mensagem;
const acoes = async () => {
  const linhas = await teste.db
    .selectFrom('auditoria')
    .select(['acao', 'motivo'])
    .orderBy('id')
    .execute();
  return linhas.map(({ acao, motivo }) => (motivo ? `${acao} ${motivo}` : acao));
};
const idDe = async (email: string): Promise<string> => {
  const conta = teste.db.selectFrom('user').select('id').where('email', '=', email);
  return (await conta.executeTakeFirstOrThrow()).id;
};
/** As if the app's clock had moved on: the last code taken is forgotten. */
const nextStep = () => teste.db.updateTable('totp').set({ ultimo_passo: 0 }).execute();

beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

describe('POST /api/perfil/totp', () => {
  test('asks for the password, and says what is wrong with it', async () => {
    const vazia = await pede('totp', { senha: '' });
    expect([vazia.statusCode, vazia.json().campos]).toEqual([
      400,
      { senha: 'Senha não pode estar em branco.' },
    ]);
    const errada = await pede('totp', { senha: 'não é esta' });
    expect([errada.statusCode, errada.json().campos]).toEqual([
      400,
      { senha: 'A senha atual não confere.' },
    ]);
    expect((await pede('totp', {})).statusCode).toBe(400);
    expect((await pede('totp', { senha: CONTA.password }, '')).statusCode).toBe(401);
  });

  test('a secret that no row shows, and that nobody is asked for before it is confirmed', async () => {
    const resposta = await pede('totp', { senha: CONTA.password });
    expect(resposta.statusCode).toBe(200);
    const { uri, segredo: novo } = resposta.json();
    expect(new URL(uri).host).toBe('totp');
    expect(decodeURIComponent(new URL(uri).pathname)).toBe(`/UNIPARK:${CONTA.email}`);
    expect(uri).toContain(`secret=${novo}`);
    expect(novo).toMatch(/^[A-Z2-7]{32}$/);
    const linha = await teste.db.selectFrom('totp').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(linha)).not.toContain(novo);
    const { email, password } = CONTA;
    const entrada = await post(teste, '/api/auth/sign-in/email', { email, password });
    expect(entrada.json()).not.toHaveProperty('segundoFator');
  });
});

describe('POST /api/perfil/totp/confirmar', () => {
  test('400 for a wrong code, and the waiting grows', async () => {
    for (const codigo of ['', '12345', '1234567', 'abcdef', '000000']) {
      const resposta = await pede('totp/confirmar', { codigo });
      expect([resposta.statusCode, resposta.json().campos]).toEqual([
        400,
        { codigo: 'Código inválido.' },
      ]);
    }
    expect((await pede('totp/confirmar', { codigo: '000000' })).statusCode).toBe(429);
    await teste.db.deleteFrom('tentativas').execute();
  });

  test('ten codes, kept as hashes; the other sessions end, this one stays', async () => {
    const { email, password } = CONTA;
    const outra = tokenDe(await post(teste, '/api/auth/sign-in/email', { email, password }));
    expect(await entraCom(teste, outra)).toBe(200);
    ({ segredo, codigos } = await ativaTotp(teste));
    expect(codigos).toHaveLength(10);
    for (const codigo of codigos)
      expect(codigo).toMatch(/^[a-hj-km-np-z2-9]{5}-[a-hj-km-np-z2-9]{5}$/);
    expect(await entraCom(teste, outra)).toBe(401);
    expect(await entraCom(teste, teste.token)).toBe(200);
    const linhas = await teste.db.selectFrom('codigos_recuperacao').selectAll().execute();
    expect(linhas).toHaveLength(10);
    expect(JSON.stringify(linhas)).not.toContain(codigos[0]);
    expect(await acoes()).toContain('ativar-segundo-fator totp');
  });

  test('of two confirmations at once one switches it on', async () => {
    const ana = { name: 'Ana', email: 'ana@unilavras.edu.br', password: 'girassol-verde-7' };
    const as = tokenDe(await post(teste, '/api/auth/sign-up/email', ana));
    const novo = (await pede('totp', { senha: ana.password }, as)).json<{ segredo: string }>();
    const codigo = codigoDe(novo.segredo);
    const respostas = await Promise.all([1, 2].map(() => pede('totp/confirmar', { codigo }, as)));
    expect(respostas.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  test('409 for a second time', async () => {
    expect((await pede('totp/confirmar', { codigo: codigoDe(segredo) })).statusCode).toBe(409);
    expect((await pede('totp', { senha: CONTA.password })).statusCode).toBe(409);
  });
});

describe('POST /api/auth/segundo-fator/totp', () => {
  test('the password opens nothing but the question', async () => {
    const { email, password } = CONTA;
    const entrada = await post(teste, '/api/auth/sign-in/email', { email, password });
    expect(entrada.json()).toEqual({ token: null, user: null, segundoFator: ['totp'] });
    const [cookie = '', ...resto] = setCookies(entrada);
    expect(resto).toEqual([]);
    expect(cookie).toMatch(/^unipark\.segundo-fator=[\w-]{43}; .*HttpOnly; SameSite=Strict$/);
    const renovado = await post(teste, '/api/auth/token', {}, { cookie: cookie.split(';')[0]! });
    expect(renovado.statusCode).toBe(401);
  });

  test('a code opens the session once, and tells how', async () => {
    await nextStep();
    const cookie = await ateOPasso(teste);
    const codigo = codigoDe(segredo);
    const resposta = await passo(teste, cookie, 'totp', {
      codigo: ` ${codigo.slice(0, 3)} ${codigo.slice(3)}`,
    });
    expect(resposta.statusCode).toBe(200);
    expect(resposta.json().user).toMatchObject({ email: CONTA.email, admin: true, lembrete: null });
    expect(await entraCom(teste, tokenDe(resposta))).toBe(200);
    expect(setCookies(resposta).join('\n')).toContain('unipark.segundo-fator=; Max-Age=0');
    expect((await acoes()).at(-1)).toBe('entrar totp');

    const denovo = await passo(teste, cookie, 'totp', { codigo });
    expect([denovo.statusCode, fraseDe(denovo)]).toEqual([
      401,
      'O tempo para confirmar acabou. Entre novamente.',
    ]);
    const repetido = await passo(teste, await ateOPasso(teste), 'totp', { codigo });
    expect([repetido.statusCode, fraseDe(repetido)]).toEqual([401, 'Código inválido.']);
    // An older one too, though its half minute is still within the tolerance.
    const velho = { codigo: codigoDe(segredo, -1) };
    expect((await passo(teste, await ateOPasso(teste), 'totp', velho)).statusCode).toBe(401);
    await teste.db.deleteFrom('tentativas').execute();
  });

  test.each([
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ])('a clock %i steps off: %i', async (passos, status) => {
    await nextStep();
    const codigo = codigoDe(segredo, passos);
    expect((await passo(teste, await ateOPasso(teste), 'totp', { codigo })).statusCode).toBe(
      status,
    );
    await teste.db.deleteFrom('tentativas').execute();
  });

  test('of two answers at once, in a known browser and in another, one gets in', async () => {
    await nextStep();
    const entrou = await passo(teste, await ateOPasso(teste), 'totp', {
      codigo: codigoDe(segredo, -1),
    });
    const conhecido = setCookies(entrou).find((linha) => linha.startsWith('unipark.navegador'))!;
    // Each is counted apart, so neither waits for the other: the database decides.
    const cookies = [
      `${await ateOPasso(teste)}; ${conhecido.split(';')[0]}`,
      await ateOPasso(teste),
    ];
    const codigo = codigoDe(segredo);
    const respostas = await Promise.all(
      cookies.map((cookie) => passo(teste, cookie, 'totp', { codigo })),
    );
    expect(respostas.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    await teste.db.deleteFrom('tentativas').execute();
  });

  test('401 without the question, with one that is too old, and after the account was disabled', async () => {
    await nextStep();
    const codigo = codigoDe(segredo);
    expect((await passo(teste, '', 'totp', { codigo })).statusCode).toBe(401);
    const errado = `unipark.segundo-fator=${'a'.repeat(43)}`;
    expect((await passo(teste, errado, 'totp', { codigo })).statusCode).toBe(401);

    const velho = await ateOPasso(teste);
    await teste.db
      .updateTable('desafios')
      .set({ expira_em: new Date(Date.now() - 1).toISOString() })
      .execute();
    expect(fraseDe(await passo(teste, velho, 'totp', { codigo }))).toBe(
      'O tempo para confirmar acabou. Entre novamente.',
    );

    const cookie = await ateOPasso(teste);
    const disable = (desabilitadoEm: string | null) =>
      teste.db.updateTable('user').set({ desabilitadoEm }).execute();
    await disable(new Date().toISOString());
    expect((await passo(teste, cookie, 'totp', { codigo })).statusCode).toBe(401);
    await disable(null);
    expect((await passo(teste, cookie, 'totp', { codigo })).statusCode).toBe(200);
  });

  test('403 from another site, 415 for a form, 400 for a body of another shape', async () => {
    const cookie = await ateOPasso(teste);
    const url = '/api/auth/segundo-fator/totp';
    for (const headers of [
      { cookie },
      { cookie, origin: 'http://localhost', 'sec-fetch-site': 'cross-site' },
    ]) {
      const pedido = { method: 'POST', url, payload: { codigo: '1' }, headers } as const;
      expect((await teste.app.inject(pedido)).statusCode).toBe(403);
    }
    const form = {
      cookie,
      origin: 'http://localhost',
      'content-type': 'application/x-www-form-urlencoded',
    };
    const pedido = { method: 'POST', url, payload: 'codigo=1', headers: form } as const;
    expect((await teste.app.inject(pedido)).statusCode).toBe(415);
    for (const corpo of [{}, { codigo: 123456 }, { codigo: ['1'] }, { codigo: '1', mais: 1 }]) {
      expect((await passo(teste, cookie, 'totp', corpo)).statusCode).toBe(400);
    }
  });
});

describe('guessing', () => {
  const wait = () => teste.db.updateTable('tentativas').set({ ate: 0 }).execute();

  test('429 after five, for the whole account; ten tries and the question is over', async () => {
    await teste.db.deleteFrom('tentativas').execute();
    const cookie = await ateOPasso(teste);
    for (let i = 0; i < 5; i += 1) {
      expect((await passo(teste, cookie, 'totp', { codigo: '000000' })).statusCode).toBe(401);
    }
    const outra = await ateOPasso(teste);
    const cedo = await passo(teste, outra, 'codigo', { codigo: codigos[0] });
    expect([cedo.statusCode, cedo.headers['retry-after']]).toEqual([429, '1']);
    expect(fraseDe(cedo)).toBe('Muitas tentativas. Tente em 1 s.');

    for (let i = 5; i < 10; i += 1) {
      await wait();
      const resposta = await passo(teste, cookie, 'totp', { codigo: '000000' });
      expect(fraseDe(resposta)).toBe('Código inválido.');
    }
    await wait();
    await nextStep();
    const certo = { codigo: codigoDe(segredo) };
    expect(fraseDe(await passo(teste, cookie, 'totp', certo))).toBe(
      'O tempo para confirmar acabou. Entre novamente.',
    );
    expect((await passo(teste, outra, 'totp', certo)).statusCode).toBe(200);
  });

  test("a stranger's guesses do not keep the owner's browser waiting", async () => {
    await nextStep();
    const entrou = await passo(teste, await ateOPasso(teste), 'totp', {
      codigo: codigoDe(segredo),
    });
    const conhecido = setCookies(entrou).find((linha) => linha.startsWith('unipark.navegador'))!;
    const estranho = await ateOPasso(teste);
    for (let i = 0; i < 5; i += 1) await passo(teste, estranho, 'totp', { codigo: '000000' });
    expect((await passo(teste, estranho, 'totp', { codigo: '000000' })).statusCode).toBe(429);
    await nextStep();
    const cookie = `${await ateOPasso(teste)}; ${conhecido.split(';')[0]}`;
    expect((await passo(teste, cookie, 'totp', { codigo: codigoDe(segredo) })).statusCode).toBe(
      200,
    );
    await teste.db.deleteFrom('tentativas').execute();
  });
});

describe('POST /api/auth/segundo-fator/codigo', () => {
  test('a recovery code, however it is typed, once', async () => {
    const typed = ` ${codigos[0]!.toUpperCase().replace('-', ' ')} `;
    const resposta = await passo(teste, await ateOPasso(teste), 'codigo', { codigo: typed });
    expect(resposta.statusCode).toBe(200);
    expect((await acoes()).slice(-2)).toEqual(['usar-codigo-recuperacao', 'entrar codigo']);
    const denovo = await passo(teste, await ateOPasso(teste), 'codigo', { codigo: codigos[0] });
    expect([denovo.statusCode, fraseDe(denovo)]).toEqual([401, 'Código inválido.']);
  });

  test('of two uses at once one gets in', async () => {
    const cookies = [await ateOPasso(teste), await ateOPasso(teste)];
    const respostas = await Promise.all(
      cookies.map((cookie) => passo(teste, cookie, 'codigo', { codigo: codigos[1] })),
    );
    expect(respostas.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  });

  test('a new set makes the old one worthless', async () => {
    const novos = await pede('codigos', { senha: CONTA.password });
    expect(novos.statusCode).toBe(200);
    const velho = await passo(teste, await ateOPasso(teste), 'codigo', { codigo: codigos[2] });
    expect(velho.statusCode).toBe(401);
    [codigos] = [novos.json<{ codigos: string[] }>().codigos];
    const novo = await passo(teste, await ateOPasso(teste), 'codigo', { codigo: codigos[0] });
    expect(novo.statusCode).toBe(200);
  });
});

describe('POST /api/perfil/totp/desligar', () => {
  test('with the password; then the password is enough again, and the codes are gone', async () => {
    expect((await pede('totp/desligar', { senha: 'não é esta' })).statusCode).toBe(400);
    const outra = await passo(teste, await ateOPasso(teste), 'codigo', { codigo: codigos[1] });
    const aCaminho = await ateOPasso(teste);
    expect((await pede('totp/desligar', { senha: CONTA.password })).statusCode).toBe(204);
    expect(await entraCom(teste, tokenDe(outra))).toBe(401);
    expect(await entraCom(teste, teste.token)).toBe(200);
    expect((await passo(teste, aCaminho, 'codigo', { codigo: codigos[2] })).statusCode).toBe(401);
    expect(
      (
        await post(teste, '/api/auth/sign-in/email', {
          email: CONTA.email,
          password: CONTA.password,
        })
      ).json().token,
    ).toMatch(/^ey/);
    const { codigosRestantes } = await readFatores(teste.db, await idDe(CONTA.email));
    expect(codigosRestantes).toBe(0);
    expect((await pede('totp/desligar', { senha: CONTA.password })).statusCode).toBe(404);
    expect((await pede('codigos', { senha: CONTA.password })).statusCode).toBe(409);
  });
});

test('a secret that was prepared with an old password is never confirmed with another', async () => {
  const { segredo } = (await pede('totp', { senha: CONTA.password })).json<{ segredo: string }>();
  const nova = 'portao-verde-17';
  const trocada = await teste.request({
    method: 'POST',
    url: '/api/perfil/senha',
    payload: { atual: CONTA.password, nova },
  });
  const confirmado = await teste.request({
    method: 'POST',
    url: '/api/perfil/totp/confirmar',
    payload: { codigo: codigoDe(segredo) },
    as: tokenDe(trocada),
  });
  expect([confirmado.statusCode, confirmado.json().codigo]).toEqual([409, 'sem-totp']);
});
