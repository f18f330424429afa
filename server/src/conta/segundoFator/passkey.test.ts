import type { AddressInfo } from 'node:net';
import { CHAVES_MAXIMO } from '@unipark/contract/chaveAcesso';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { createFirst, post, signInWith, tokenOf } from '../../../test/conta.ts';
import {
  addChave,
  answerPasso,
  createTestChave,
  fetchChallenge,
  signInToPasso,
} from '../../../test/segundoFator.ts';

const OUTRA = { name: 'Ana', email: 'ana@unilavras.edu.br', password: 'girassol-verde-7' };
const RECUSADA = 'A chave de acesso não foi aceita.';
let teste: TestApp;
let outra: string;

const postPasskeys = (url: string, payload: object, as = teste.token) =>
  teste.request({ method: 'POST', url: `/api/perfil/passkeys${url}`, payload, as });
const senha = CONTA.password;
const wait = () => teste.db.deleteFrom('tentativas').execute();

beforeAll(async () => {
  teste = await buildTestApp();
  outra = tokenOf(await post(teste, '/api/auth/sign-up/email', OUTRA));
});
afterAll(() => teste.close());

const chave = createTestChave();

describe('POST /api/perfil/passkeys', () => {
  test('400 for a wrong password, 401 without a session', async () => {
    expect((await postPasskeys('/opcoes', { senha: 'não é esta' })).statusCode).toBe(400);
    expect((await postPasskeys('/opcoes', { senha }, '')).statusCode).toBe(401);
  });

  test('a key for this name and this account; the second time it is excluded', async () => {
    const { challenge, rp, user } = (await postPasskeys('/opcoes', { senha })).json();
    expect([challenge.length, rp, user.name]).toEqual([
      43,
      { id: 'localhost', name: 'UNIPARK' },
      CONTA.email,
    ]);
    const criada = await addChave(teste, chave);
    expect(criada.statusCode).toBe(201);
    expect(criada.json()).toMatchObject({ id: chave.id, nome: 'Notebook', usadaEm: null });
    const { excludeCredentials } = (await postPasskeys('/opcoes', { senha })).json();
    expect(excludeCredentials).toMatchObject([{ id: chave.id, transports: ['internal'] }]);
  });

  test('409 for a key that is registered already', async () => {
    const denovo = await addChave(teste, chave, { as: outra, senha: OUTRA.password });
    expect([denovo.statusCode, denovo.json().mensagem]).toEqual([
      409,
      'Esta chave já está cadastrada.',
    ]);
  });

  test.each([
    ['another origin', { origem: 'http://localhost:81' }],
    ['another name', { rpId: 'exemplo.br' }],
  ])('400 for a key made for %s', async (_caso, site) => {
    const resposta = await addChave(teste, createTestChave(site));
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([400, RECUSADA]);
  });

  test("400 for another account's challenge, a used one, an expired one, an unknown one", async () => {
    const nova = createTestChave();
    const ask = async (as?: string, sua = senha): Promise<string> =>
      (await postPasskeys('/opcoes', { senha: sua }, as)).json().challenge;
    const sendChave = async (challenge: string) => {
      const payload = { nome: 'Celular', resposta: nova.create(challenge) };
      return (await postPasskeys('', payload)).statusCode;
    };
    expect(await sendChave(await ask(outra, OUTRA.password))).toBe(400);
    expect(await sendChave('a'.repeat(43))).toBe(400);
    expect(await sendChave('')).toBe(400);
    const velha = await ask();
    const expira_em = new Date(Date.now() - 1).toISOString();
    await teste.db.updateTable('desafios').set({ expira_em }).execute();
    expect(await sendChave(velha)).toBe(400);
    const boa = await ask();
    expect(await sendChave(boa)).toBe(201);
    expect(await sendChave(boa)).toBe(400);
  });

  test('400 for broken answers, and for a name without visible characters', async () => {
    const { challenge } = (await postPasskeys('/opcoes', { senha })).json();
    const inteira = createTestChave().create(challenge) as {
      response: Record<string, unknown>;
    };
    for (const resposta of [
      {},
      null,
      'x',
      { ...inteira, id: 'ção' },
      { ...inteira, response: { ...inteira.response, attestationObject: 'AAAA' } },
      { ...inteira, response: { ...inteira.response, clientDataJSON: 'AAAA' } },
      { ...inteira, response: { ...inteira.response, clientDataJSON: 'bnVsbA' } },
      { ...inteira, response: { ...inteira.response, transports: 'usb' } },
    ]) {
      expect((await postPasskeys('', { nome: 'x', resposta })).statusCode).toBe(400);
    }
    for (const nome of ['', '  ', 'a'.repeat(61), 'a\u0000b', 7]) {
      expect((await postPasskeys('', { nome, resposta: inteira })).statusCode).toBe(400);
    }
    const grande = { nome: 'x', resposta: { ...inteira, id: 'a'.repeat(30_000) } };
    expect((await postPasskeys('', grande)).statusCode).toBe(413);
  });

  test('409 for an eleventh', async () => {
    const conta = { name: 'Rui', email: 'rui@unilavras.edu.br', password: 'girassol-verde-8' };
    const as = tokenOf(await post(teste, '/api/auth/sign-up/email', conta));
    const dele = { as, senha: conta.password };
    for (let i = 0; i < CHAVES_MAXIMO; i += 1) {
      expect((await addChave(teste, createTestChave(), dele)).statusCode).toBe(201);
    }
    const resposta = await postPasskeys('/opcoes', { senha: conta.password }, as);
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
      409,
      'Uma conta pode ter no máximo 10 chaves de acesso.',
    ]);
  });
});

describe('POST /api/auth/segundo-fator/passkey', () => {
  const signInWithChave = async (chamada = chave, contador = 0, cookie?: string) => {
    const meu = cookie ?? (await signInToPasso(teste));
    const challenge = await fetchChallenge(teste, meu);
    return answerPasso(teste, meu, 'passkey', { resposta: chamada.get(challenge, contador) });
  };

  test('the key opens the session; its use is stored', async () => {
    const { email, password } = CONTA;
    const entrada = await post(teste, '/api/auth/sign-in/email', { email, password });
    expect(entrada.json().segundoFator).toEqual(['passkey']);
    const resposta = await signInWithChave();
    expect(resposta.statusCode).toBe(200);
    expect(await signInWith(teste, tokenOf(resposta))).toBe(200);
    const { usada_em } = await teste.db
      .selectFrom('chaves_acesso')
      .select('usada_em')
      .where('id', '=', chave.id)
      .executeTakeFirstOrThrow();
    expect(usada_em).not.toBeNull();
  });

  test('401 for a signature, an origin or a name that is not ours', async () => {
    const { id } = chave;
    for (const falsa of [
      (pergunta: string) => ({ ...createTestChave().get(pergunta), id, rawId: id }),
      (pergunta: string) => chave.get(pergunta, 0, 'https://mal.exemplo.br'),
      (pergunta: string) => chave.get(pergunta, 0, 'http://localhost:81'),
      (pergunta: string) => {
        const deOutroNome = createTestChave({ rpId: 'mal.exemplo.br' }).get(pergunta);
        return { ...deOutroNome, id, rawId: id };
      },
    ]) {
      const cookie = await signInToPasso(teste);
      const resposta = falsa(await fetchChallenge(teste, cookie));
      const dada = await answerPasso(teste, cookie, 'passkey', { resposta });
      expect([dada.statusCode, dada.json().mensagem]).toEqual([401, RECUSADA]);
    }
    await wait();
  });

  test("401 for another account's key, and for another account's challenge", async () => {
    const dela = createTestChave();
    await addChave(teste, dela, { as: outra, senha: OUTRA.password });
    expect((await signInWithChave(dela)).statusCode).toBe(401);

    const perguntaDela = await fetchChallenge(teste, await signInToPasso(teste, OUTRA));
    const meu = await signInToPasso(teste);
    const resposta = chave.get(perguntaDela);
    expect((await answerPasso(teste, meu, 'passkey', { resposta })).statusCode).toBe(401);
    await wait();
  });

  test('a challenge is answered once, right or wrong', async () => {
    const cookie = await signInToPasso(teste);
    const challenge = await fetchChallenge(teste, cookie);
    const errada = { ...createTestChave().get(challenge), id: chave.id, rawId: chave.id };
    expect((await answerPasso(teste, cookie, 'passkey', { resposta: errada })).statusCode).toBe(
      401,
    );
    const tarde = await answerPasso(teste, cookie, 'passkey', { resposta: chave.get(challenge) });
    expect(tarde.statusCode).toBe(401);
    expect((await signInWithChave(chave, 0, cookie)).statusCode).toBe(200);
    await wait();
  });

  test('of two simultaneous answers one enters', async () => {
    const cookie = await signInToPasso(teste);
    const perguntas = [await fetchChallenge(teste, cookie), await fetchChallenge(teste, cookie)];
    const respostas = await Promise.all(
      perguntas.map((challenge) =>
        answerPasso(teste, cookie, 'passkey', { resposta: chave.get(challenge) }),
      ),
    );
    expect(respostas.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    await wait();
  });

  test('a counter that does not increase is refused and audited', async () => {
    const contada = createTestChave();
    await addChave(teste, contada, { nome: 'Token', contador: 5 });
    expect((await signInWithChave(contada, 7)).statusCode).toBe(200);
    expect((await signInWithChave(contada, 7)).statusCode).toBe(401);
    expect((await signInWithChave(contada, 6)).statusCode).toBe(401);
    const ultima = await teste.db
      .selectFrom('auditoria')
      .select(['acao', 'motivo'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(ultima).toEqual({ acao: 'entrada-recusada', motivo: 'passkey' });
    expect((await signInWithChave(contada, 8)).statusCode).toBe(200);
    await wait();
  });

  test('401 without a password first, 409 for an account without keys', async () => {
    expect((await answerPasso(teste, '', 'passkey/opcoes', {})).statusCode).toBe(401);
    const nada = await answerPasso(teste, '', 'passkey', { resposta: chave.get('a'.repeat(43)) });
    expect(nada.statusCode).toBe(401);
  });
});

describe('POST /api/perfil/passkeys/:id/excluir', () => {
  test("works with the password on one's own key, which then opens nothing", async () => {
    expect((await postPasskeys(`/${chave.id}/excluir`, { senha: 'não é esta' })).statusCode).toBe(
      400,
    );
    const alheia = await postPasskeys(`/${chave.id}/excluir`, { senha: OUTRA.password }, outra);
    expect(alheia.statusCode).toBe(404);
    const cookie = await signInToPasso(teste);
    const challenge = await fetchChallenge(teste, cookie);
    expect((await postPasskeys(`/${chave.id}/excluir`, { senha })).statusCode).toBe(204);
    const usada = await answerPasso(teste, cookie, 'passkey', { resposta: chave.get(challenge) });
    expect(usada.statusCode).toBe(401);
    expect((await postPasskeys(`/${chave.id}/excluir`, { senha })).statusCode).toBe(404);
  });

  test('takes the longest id of a key', async () => {
    const resposta = await postPasskeys(`/${'a'.repeat(1_400)}/excluir`, { senha });
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([404, 'nao-encontrado']);
  });
});

describe('the host name of the page', () => {
  const ask = (app: TestApp, origin: string, host?: string) =>
    app.request({
      method: 'POST',
      url: '/api/perfil/passkeys/opcoes',
      payload: { senha },
      headers: { origin, ...(host && { host }) },
    });

  test('409 for an IP address, with the address to use; the real port counts', async () => {
    const real = await buildTestApp();
    await real.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = real.app.server.address() as AddressInfo;
    const porNumero = await ask(real, `http://127.0.0.1:${port}`);
    expect([porNumero.statusCode, porNumero.json().mensagem]).toEqual([
      409,
      `Para usar chaves de acesso, abra http://localhost:${port}.`,
    ]);
    const origem = `http://localhost:${port}`;
    expect((await ask(real, origem)).statusCode).toBe(200);
    expect((await addChave(real, createTestChave())).statusCode).toBe(400);
    expect((await addChave(real, createTestChave({ origem }))).statusCode).toBe(201);
    await real.close();
  });

  test('PUBLIC_URL names the site, unless it is an IP address', async () => {
    for (const [PUBLIC_URL, status] of [
      ['https://park.exemplo.br', 200],
      ['https://10.0.0.9', 409],
    ] as const) {
      const publico = await buildTestApp({
        env: { PUBLIC_URL, TRUST_PROXY: '192.0.2.1', SIGNUP_MODE: 'aberto' },
        account: false,
      });
      const { host, origin } = new URL(PUBLIC_URL);
      await createFirst(publico);
      const criada = await post(publico, '/api/auth/sign-up/email', CONTA, { host, origin });
      publico.token = tokenOf(criada);
      const resposta = await ask(publico, origin, host);
      expect(resposta.statusCode).toBe(status);
      if (status === 200) expect(resposta.json().rp.id).toBe('park.exemplo.br');
      await publico.close();
    }
  });
});
