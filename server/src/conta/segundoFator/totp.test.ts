import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { post, setCookies, signInWith, tokenOf } from '../../../test/conta.ts';
import {
  activateTotp,
  answerPasso,
  enterStep,
  makeCodigo,
  signInToPasso,
} from '../../../test/segundoFator.ts';
import { readFatores } from './repo.ts';

const PERFIL = '/api/perfil';
let teste: TestApp;
let segredo: string;
let codigos: string[];

const postPerfil = (url: string, payload: object, as = teste.token) =>
  teste.request({ method: 'POST', url: `${PERFIL}/${url}`, payload, as });
const readMensagem = ({ json }: { json: () => { mensagem: string } }) => json().mensagem;
const listAcoes = async () => {
  const linhas = await teste.db
    .selectFrom('auditoria')
    .select(['acao', 'motivo'])
    .orderBy('id')
    .execute();
  return linhas.map(({ acao, motivo }) => (motivo ? `${acao} ${motivo}` : acao));
};
const getContaId = async (email: string): Promise<string> => {
  const conta = teste.db.selectFrom('contas').select('id').where('email', '=', email);
  return (await conta.executeTakeFirstOrThrow()).id;
};
/** As if the app's clock had advanced: removes the last used step. */
async function nextStep(): Promise<void> {
  await enterStep();
  await teste.db.updateTable('totp').set({ ultimo_passo: 0 }).execute();
}

beforeAll(async () => {
  teste = await buildTestApp();
});
afterAll(() => teste.close());

describe('POST /api/perfil/totp', () => {
  test('asks for the password, and answers the reason of a refusal', async () => {
    const vazia = await postPerfil('totp', { senha: '' });
    expect([vazia.statusCode, vazia.json().campos]).toEqual([
      400,
      { senha: 'Senha não pode estar em branco.' },
    ]);
    const errada = await postPerfil('totp', { senha: 'não é esta' });
    expect([errada.statusCode, errada.json().campos]).toEqual([
      400,
      { senha: 'A senha atual não confere.' },
    ]);
    expect((await postPerfil('totp', {})).statusCode).toBe(400);
    expect((await postPerfil('totp', { senha: CONTA.password }, '')).statusCode).toBe(401);
  });

  test('the stored secret is encrypted, and not required before it is confirmed', async () => {
    const resposta = await postPerfil('totp', { senha: CONTA.password });
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
  test('400 for a wrong code, and the waits grow', async () => {
    for (const codigo of ['', '12345', '1234567', 'abcdef', '000000']) {
      const resposta = await postPerfil('totp/confirmar', { codigo });
      expect([resposta.statusCode, resposta.json().campos]).toEqual([
        400,
        { codigo: 'Código inválido.' },
      ]);
    }
    expect((await postPerfil('totp/confirmar', { codigo: '000000' })).statusCode).toBe(429);
    await teste.db.deleteFrom('tentativas').execute();
  });

  test('ten codes, stored as hashes; the other sessions end, this one stays', async () => {
    const { email, password } = CONTA;
    const outra = tokenOf(await post(teste, '/api/auth/sign-in/email', { email, password }));
    expect(await signInWith(teste, outra)).toBe(200);
    ({ segredo, codigos } = await activateTotp(teste));
    expect(codigos).toHaveLength(10);
    for (const codigo of codigos)
      expect(codigo).toMatch(/^[a-hj-km-np-z2-9]{5}-[a-hj-km-np-z2-9]{5}$/);
    expect(await signInWith(teste, outra)).toBe(401);
    expect(await signInWith(teste, teste.token)).toBe(200);
    const linhas = await teste.db.selectFrom('codigos_recuperacao').selectAll().execute();
    expect(linhas).toHaveLength(10);
    expect(JSON.stringify(linhas)).not.toContain(codigos[0]);
    expect(await listAcoes()).toContain('ativar-segundo-fator totp');
  });

  test('of two simultaneous confirmations one switches it on', async () => {
    const ana = { name: 'Ana', email: 'ana@unilavras.edu.br', password: 'girassol-verde-7' };
    const as = tokenOf(await post(teste, '/api/auth/sign-up/email', ana));
    const novo = (await postPerfil('totp', { senha: ana.password }, as)).json<{
      segredo: string;
    }>();
    const codigo = makeCodigo(novo.segredo);
    const respostas = await Promise.all(
      [1, 2].map(() => postPerfil('totp/confirmar', { codigo }, as)),
    );
    expect(respostas.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  test('409 for a second confirmation', async () => {
    expect((await postPerfil('totp/confirmar', { codigo: makeCodigo(segredo) })).statusCode).toBe(
      409,
    );
    expect((await postPerfil('totp', { senha: CONTA.password })).statusCode).toBe(409);
  });
});

describe('POST /api/auth/segundo-fator/totp', () => {
  test('the password gives only the challenge', async () => {
    const { email, password } = CONTA;
    const entrada = await post(teste, '/api/auth/sign-in/email', { email, password });
    expect(entrada.json()).toEqual({ token: null, user: null, segundoFator: ['totp'] });
    const [cookie = '', ...resto] = setCookies(entrada);
    expect(resto).toEqual([]);
    expect(cookie).toMatch(/^unipark\.segundo-fator=[\w-]{43}; .*HttpOnly; SameSite=Strict$/);
    const renovado = await post(teste, '/api/auth/token', {}, { cookie: cookie.split(';')[0]! });
    expect(renovado.statusCode).toBe(401);
  });

  test('a code opens the session once, and the audit says how', async () => {
    await nextStep();
    const cookie = await signInToPasso(teste);
    const codigo = makeCodigo(segredo);
    const resposta = await answerPasso(teste, cookie, 'totp', {
      codigo: ` ${codigo.slice(0, 3)} ${codigo.slice(3)}`,
    });
    expect(resposta.statusCode).toBe(200);
    expect(resposta.json().user).toMatchObject({ email: CONTA.email, admin: true, lembrete: null });
    expect(await signInWith(teste, tokenOf(resposta))).toBe(200);
    expect(setCookies(resposta).join('\n')).toContain('unipark.segundo-fator=; Max-Age=0');
    expect((await listAcoes()).at(-1)).toBe('entrar totp');

    const denovo = await answerPasso(teste, cookie, 'totp', { codigo });
    expect([denovo.statusCode, readMensagem(denovo)]).toEqual([
      401,
      'O tempo para confirmar acabou. Entre novamente.',
    ]);
    const repetido = await answerPasso(teste, await signInToPasso(teste), 'totp', { codigo });
    expect([repetido.statusCode, readMensagem(repetido)]).toEqual([401, 'Código inválido.']);
    // An older code too, although its half minute is within the tolerance.
    const velho = { codigo: makeCodigo(segredo, -1) };
    expect((await answerPasso(teste, await signInToPasso(teste), 'totp', velho)).statusCode).toBe(
      401,
    );
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
    const codigo = makeCodigo(segredo, passos);
    expect(
      (await answerPasso(teste, await signInToPasso(teste), 'totp', { codigo })).statusCode,
    ).toBe(status);
    await teste.db.deleteFrom('tentativas').execute();
  });

  test('of two simultaneous answers, in a known browser and in another, one enters', async () => {
    await nextStep();
    const entrou = await answerPasso(teste, await signInToPasso(teste), 'totp', {
      codigo: makeCodigo(segredo, -1),
    });
    const conhecido = setCookies(entrou).find((linha) => linha.startsWith('unipark.navegador'))!;
    // Each has its own count, so neither waits for the other: the database decides.
    const cookies = [
      `${await signInToPasso(teste)}; ${conhecido.split(';')[0]}`,
      await signInToPasso(teste),
    ];
    const codigo = makeCodigo(segredo);
    const respostas = await Promise.all(
      cookies.map((cookie) => answerPasso(teste, cookie, 'totp', { codigo })),
    );
    expect(respostas.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    await teste.db.deleteFrom('tentativas').execute();
  });

  test('401 without the challenge, with an expired one, and after the account was disabled', async () => {
    await nextStep();
    const codigo = makeCodigo(segredo);
    expect((await answerPasso(teste, '', 'totp', { codigo })).statusCode).toBe(401);
    const errado = `unipark.segundo-fator=${'a'.repeat(43)}`;
    expect((await answerPasso(teste, errado, 'totp', { codigo })).statusCode).toBe(401);

    const velho = await signInToPasso(teste);
    await teste.db
      .updateTable('desafios')
      .set({ expira_em: new Date(Date.now() - 1).toISOString() })
      .execute();
    expect(readMensagem(await answerPasso(teste, velho, 'totp', { codigo }))).toBe(
      'O tempo para confirmar acabou. Entre novamente.',
    );

    const cookie = await signInToPasso(teste);
    const disable = (desabilitada_em: string | null) =>
      teste.db.updateTable('contas').set({ desabilitada_em }).execute();
    await disable(new Date().toISOString());
    expect((await answerPasso(teste, cookie, 'totp', { codigo })).statusCode).toBe(401);
    await disable(null);
    expect((await answerPasso(teste, cookie, 'totp', { codigo })).statusCode).toBe(200);
  });

  test('403 from another site, 415 for a form, 400 for a body of another shape', async () => {
    const cookie = await signInToPasso(teste);
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
      expect((await answerPasso(teste, cookie, 'totp', corpo)).statusCode).toBe(400);
    }
  });
});

describe('guessing', () => {
  const wait = () => teste.db.updateTable('tentativas').set({ ate: 0 }).execute();

  test('429 after five, for the whole account; after ten tries the challenge ends', async () => {
    await teste.db.deleteFrom('tentativas').execute();
    const cookie = await signInToPasso(teste);
    for (let i = 0; i < 5; i += 1) {
      expect((await answerPasso(teste, cookie, 'totp', { codigo: '000000' })).statusCode).toBe(401);
    }
    const outra = await signInToPasso(teste);
    const cedo = await answerPasso(teste, outra, 'codigo', { codigo: codigos[0] });
    expect([cedo.statusCode, cedo.headers['retry-after']]).toEqual([429, '1']);
    expect(readMensagem(cedo)).toBe('Muitas tentativas. Tente em 1 s.');

    for (let i = 5; i < 10; i += 1) {
      await wait();
      const resposta = await answerPasso(teste, cookie, 'totp', { codigo: '000000' });
      expect(readMensagem(resposta)).toBe('Código inválido.');
    }
    await wait();
    await nextStep();
    const certo = { codigo: makeCodigo(segredo) };
    expect(readMensagem(await answerPasso(teste, cookie, 'totp', certo))).toBe(
      'O tempo para confirmar acabou. Entre novamente.',
    );
    expect((await answerPasso(teste, outra, 'totp', certo)).statusCode).toBe(200);
  });

  test("a stranger's guesses do not make the owner's browser wait", async () => {
    await nextStep();
    const entrou = await answerPasso(teste, await signInToPasso(teste), 'totp', {
      codigo: makeCodigo(segredo),
    });
    const conhecido = setCookies(entrou).find((linha) => linha.startsWith('unipark.navegador'))!;
    const estranho = await signInToPasso(teste);
    for (let i = 0; i < 5; i += 1) await answerPasso(teste, estranho, 'totp', { codigo: '000000' });
    expect((await answerPasso(teste, estranho, 'totp', { codigo: '000000' })).statusCode).toBe(429);
    await nextStep();
    const cookie = `${await signInToPasso(teste)}; ${conhecido.split(';')[0]}`;
    expect(
      (await answerPasso(teste, cookie, 'totp', { codigo: makeCodigo(segredo) })).statusCode,
    ).toBe(200);
    await teste.db.deleteFrom('tentativas').execute();
  });
});

describe('POST /api/auth/segundo-fator/codigo', () => {
  test('a recovery code works once, in any spelling', async () => {
    const typed = ` ${codigos[0]!.toUpperCase().replace('-', ' ')} `;
    const resposta = await answerPasso(teste, await signInToPasso(teste), 'codigo', {
      codigo: typed,
    });
    expect(resposta.statusCode).toBe(200);
    expect((await listAcoes()).slice(-2)).toEqual(['usar-codigo-recuperacao', 'entrar codigo']);
    const denovo = await answerPasso(teste, await signInToPasso(teste), 'codigo', {
      codigo: codigos[0],
    });
    expect([denovo.statusCode, readMensagem(denovo)]).toEqual([401, 'Código inválido.']);
  });

  test('of two simultaneous uses one enters', async () => {
    const cookies = [await signInToPasso(teste), await signInToPasso(teste)];
    const respostas = await Promise.all(
      cookies.map((cookie) => answerPasso(teste, cookie, 'codigo', { codigo: codigos[1] })),
    );
    expect(respostas.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  });

  test('a new set ends the old one', async () => {
    const novos = await postPerfil('codigos', { senha: CONTA.password });
    expect(novos.statusCode).toBe(200);
    const velho = await answerPasso(teste, await signInToPasso(teste), 'codigo', {
      codigo: codigos[2],
    });
    expect(velho.statusCode).toBe(401);
    [codigos] = [novos.json<{ codigos: string[] }>().codigos];
    const novo = await answerPasso(teste, await signInToPasso(teste), 'codigo', {
      codigo: codigos[0],
    });
    expect(novo.statusCode).toBe(200);
  });
});

describe('POST /api/perfil/totp/desligar', () => {
  test('with the password; then the password alone is enough, and the codes are removed', async () => {
    expect((await postPerfil('totp/desligar', { senha: 'não é esta' })).statusCode).toBe(400);
    const outra = await answerPasso(teste, await signInToPasso(teste), 'codigo', {
      codigo: codigos[1],
    });
    const aCaminho = await signInToPasso(teste);
    expect((await postPerfil('totp/desligar', { senha: CONTA.password })).statusCode).toBe(204);
    expect(await signInWith(teste, tokenOf(outra))).toBe(401);
    expect(await signInWith(teste, teste.token)).toBe(200);
    expect((await answerPasso(teste, aCaminho, 'codigo', { codigo: codigos[2] })).statusCode).toBe(
      401,
    );
    expect(
      (
        await post(teste, '/api/auth/sign-in/email', {
          email: CONTA.email,
          password: CONTA.password,
        })
      ).json().token,
    ).toMatch(/^ey/);
    const { codigosRestantes } = await readFatores(teste.db, await getContaId(CONTA.email));
    expect(codigosRestantes).toBe(0);
    expect((await postPerfil('totp/desligar', { senha: CONTA.password })).statusCode).toBe(404);
    expect((await postPerfil('codigos', { senha: CONTA.password })).statusCode).toBe(409);
  });
});

test('a secret prepared with an old password cannot be confirmed after a change', async () => {
  const { segredo } = (await postPerfil('totp', { senha: CONTA.password })).json<{
    segredo: string;
  }>();
  const nova = 'portao-verde-17';
  const trocada = await teste.request({
    method: 'POST',
    url: '/api/perfil/senha',
    payload: { atual: CONTA.password, nova },
  });
  const confirmado = await teste.request({
    method: 'POST',
    url: '/api/perfil/totp/confirmar',
    payload: { codigo: makeCodigo(segredo) },
    as: tokenOf(trocada),
  });
  expect([confirmado.statusCode, confirmado.json().codigo]).toEqual([409, 'sem-totp']);
});
