import type { AddressInfo } from 'node:net';
import { CHAVES_MAXIMO } from '@unipark/contract/chaveAcesso';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { createFirst, entraCom, post, tokenDe } from '../../../test/conta.ts';
import {
  addChave,
  ateOPasso,
  createChaveDeTeste,
  passo,
  perguntaDe,
} from '../../../test/segundoFator.ts';

const OUTRA = { name: 'Ana', email: 'ana@unilavras.edu.br', password: 'girassol-verde-7' };
const RECUSADA = 'A chave de acesso não foi aceita.';
let teste: TestApp;
let outra: string;

const pede = (url: string, payload: object, as = teste.token) =>
  teste.request({ method: 'POST', url: `/api/perfil/passkeys${url}`, payload, as });
const senha = CONTA.password;
const wait = () => teste.db.deleteFrom('tentativas').execute();

beforeAll(async () => {
  teste = await buildTestApp();
  outra = tokenDe(await post(teste, '/api/auth/sign-up/email', OUTRA));
});
afterAll(() => teste.close());

const chave = createChaveDeTeste();

describe('POST /api/perfil/passkeys', () => {
  test('400 for a wrong password, 401 without a session', async () => {
    expect((await pede('/opcoes', { senha: 'não é esta' })).statusCode).toBe(400);
    expect((await pede('/opcoes', { senha }, '')).statusCode).toBe(401);
  });

  test('a key for this name, this account; the second time it is left out', async () => {
    const { challenge, rp, user } = (await pede('/opcoes', { senha })).json();
    expect([challenge.length, rp, user.name]).toEqual([
      43,
      { id: 'localhost', name: 'UNIPARK' },
      CONTA.email,
    ]);
    const criada = await addChave(teste, chave);
    expect(criada.statusCode).toBe(201);
    expect(criada.json()).toMatchObject({ id: chave.id, nome: 'Notebook', usadaEm: null });
    const { excludeCredentials } = (await pede('/opcoes', { senha })).json();
    expect(excludeCredentials).toMatchObject([{ id: chave.id, transports: ['internal'] }]);
  });

  test('409 for a key that somebody has', async () => {
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
    const resposta = await addChave(teste, createChaveDeTeste(site));
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([400, RECUSADA]);
  });

  test("400 for another account's question, for one used up, for one too old, for none", async () => {
    const nova = createChaveDeTeste();
    const ask = async (as?: string, sua = senha): Promise<string> =>
      (await pede('/opcoes', { senha: sua }, as)).json().challenge;
    const envia = async (challenge: string) => {
      const payload = { nome: 'Celular', resposta: nova.create(challenge) };
      return (await pede('', payload)).statusCode;
    };
    expect(await envia(await ask(outra, OUTRA.password))).toBe(400);
    expect(await envia('a'.repeat(43))).toBe(400);
    expect(await envia('')).toBe(400);
    const velha = await ask();
    const expira_em = new Date(Date.now() - 1).toISOString();
    await teste.db.updateTable('desafios').set({ expira_em }).execute();
    expect(await envia(velha)).toBe(400);
    const boa = await ask();
    expect(await envia(boa)).toBe(201);
    expect(await envia(boa)).toBe(400);
  });

  test('400 for broken answers, and for a name nobody can read', async () => {
    const { challenge } = (await pede('/opcoes', { senha })).json();
    const inteira = createChaveDeTeste().create(challenge) as {
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
      expect((await pede('', { nome: 'x', resposta })).statusCode).toBe(400);
    }
    for (const nome of ['', '  ', 'a'.repeat(61), 'a\u0000b', 7]) {
      expect((await pede('', { nome, resposta: inteira })).statusCode).toBe(400);
    }
    const grande = { nome: 'x', resposta: { ...inteira, id: 'a'.repeat(30_000) } };
    expect((await pede('', grande)).statusCode).toBe(413);
  });

  test('409 for an eleventh', async () => {
    const conta = { name: 'Rui', email: 'rui@unilavras.edu.br', password: 'girassol-verde-8' };
    const as = tokenDe(await post(teste, '/api/auth/sign-up/email', conta));
    const dele = { as, senha: conta.password };
    for (let i = 0; i < CHAVES_MAXIMO; i += 1) {
      expect((await addChave(teste, createChaveDeTeste(), dele)).statusCode).toBe(201);
    }
    const resposta = await pede('/opcoes', { senha: conta.password }, as);
    expect([resposta.statusCode, resposta.json().mensagem]).toEqual([
      409,
      'Uma conta pode ter no máximo 10 chaves de acesso.',
    ]);
  });
});

describe('POST /api/auth/segundo-fator/passkey', () => {
  const usa = async (chamada = chave, contador = 0, cookie?: string) => {
    const meu = cookie ?? (await ateOPasso(teste));
    const challenge = await perguntaDe(teste, meu);
    return passo(teste, meu, 'passkey', { resposta: chamada.get(challenge, contador) });
  };

  test('the key opens the session; its use is kept', async () => {
    const { email, password } = CONTA;
    const entrada = await post(teste, '/api/auth/sign-in/email', { email, password });
    expect(entrada.json().segundoFator).toEqual(['passkey']);
    const resposta = await usa();
    expect(resposta.statusCode).toBe(200);
    expect(await entraCom(teste, tokenDe(resposta))).toBe(200);
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
      (pergunta: string) => ({ ...createChaveDeTeste().get(pergunta), id, rawId: id }),
      (pergunta: string) => chave.get(pergunta, 0, 'https://mal.exemplo.br'),
      (pergunta: string) => chave.get(pergunta, 0, 'http://localhost:81'),
      (pergunta: string) => {
        const deOutroNome = createChaveDeTeste({ rpId: 'mal.exemplo.br' }).get(pergunta);
        return { ...deOutroNome, id, rawId: id };
      },
    ]) {
      const cookie = await ateOPasso(teste);
      const resposta = falsa(await perguntaDe(teste, cookie));
      const dada = await passo(teste, cookie, 'passkey', { resposta });
      expect([dada.statusCode, dada.json().mensagem]).toEqual([401, RECUSADA]);
    }
    await wait();
  });

  test("401 for another account's key, and for another account's question", async () => {
    const dela = createChaveDeTeste();
    await addChave(teste, dela, { as: outra, senha: OUTRA.password });
    expect((await usa(dela)).statusCode).toBe(401);

    const perguntaDela = await perguntaDe(teste, await ateOPasso(teste, OUTRA));
    const meu = await ateOPasso(teste);
    const resposta = chave.get(perguntaDela);
    expect((await passo(teste, meu, 'passkey', { resposta })).statusCode).toBe(401);
    await wait();
  });

  test('a question is answered once, right or wrong', async () => {
    const cookie = await ateOPasso(teste);
    const challenge = await perguntaDe(teste, cookie);
    const errada = { ...createChaveDeTeste().get(challenge), id: chave.id, rawId: chave.id };
    expect((await passo(teste, cookie, 'passkey', { resposta: errada })).statusCode).toBe(401);
    const tarde = await passo(teste, cookie, 'passkey', { resposta: chave.get(challenge) });
    expect(tarde.statusCode).toBe(401);
    expect((await usa(chave, 0, cookie)).statusCode).toBe(200);
    await wait();
  });

  test('of two answers at once one gets in', async () => {
    const cookie = await ateOPasso(teste);
    const perguntas = [await perguntaDe(teste, cookie), await perguntaDe(teste, cookie)];
    const respostas = await Promise.all(
      perguntas.map((challenge) =>
        passo(teste, cookie, 'passkey', { resposta: chave.get(challenge) }),
      ),
    );
    expect(respostas.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
    await wait();
  });

  test('a counter that stands still or goes back is refused, and told in the audit', async () => {
    const contada = createChaveDeTeste();
    await addChave(teste, contada, { nome: 'Token', contador: 5 });
    expect((await usa(contada, 7)).statusCode).toBe(200);
    expect((await usa(contada, 7)).statusCode).toBe(401);
    expect((await usa(contada, 6)).statusCode).toBe(401);
    const ultima = await teste.db
      .selectFrom('auditoria')
      .select(['acao', 'motivo'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(ultima).toEqual({ acao: 'entrada-recusada', motivo: 'passkey' });
    expect((await usa(contada, 8)).statusCode).toBe(200);
    await wait();
  });

  test('401 without a first proof, 409 for an account without keys', async () => {
    expect((await passo(teste, '', 'passkey/opcoes', {})).statusCode).toBe(401);
    const nada = await passo(teste, '', 'passkey', { resposta: chave.get('a'.repeat(43)) });
    expect(nada.statusCode).toBe(401);
  });
});

describe('POST /api/perfil/passkeys/:id/excluir', () => {
  test("with the password, one's own, and then it opens nothing", async () => {
    expect((await pede(`/${chave.id}/excluir`, { senha: 'não é esta' })).statusCode).toBe(400);
    const alheia = await pede(`/${chave.id}/excluir`, { senha: OUTRA.password }, outra);
    expect(alheia.statusCode).toBe(404);
    const cookie = await ateOPasso(teste);
    const challenge = await perguntaDe(teste, cookie);
    expect((await pede(`/${chave.id}/excluir`, { senha })).statusCode).toBe(204);
    const usada = await passo(teste, cookie, 'passkey', { resposta: chave.get(challenge) });
    expect(usada.statusCode).toBe(401);
    expect((await pede(`/${chave.id}/excluir`, { senha })).statusCode).toBe(404);
  });
});

describe('by which name the page was opened', () => {
  const ask = (app: TestApp, origin: string, host?: string) =>
    app.request({
      method: 'POST',
      url: '/api/perfil/passkeys/opcoes',
      payload: { senha },
      headers: { origin, ...(host && { host }) },
    });

  test('409 by number, with the address to use; the real port counts', async () => {
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
    expect((await addChave(real, createChaveDeTeste())).statusCode).toBe(400);
    expect((await addChave(real, createChaveDeTeste({ origem }))).statusCode).toBe(201);
    await real.close();
  });

  test('PUBLIC_URL names the site, unless it is a number', async () => {
    for (const [PUBLIC_URL, status] of [
      ['https://park.exemplo.br', 200],
      ['https://10.0.0.9', 409],
    ] as const) {
      const publico = await buildTestApp({
        env: { PUBLIC_URL, SIGNUP_MODE: 'aberto' },
        account: false,
      });
      const { host, origin } = new URL(PUBLIC_URL);
      await createFirst(publico);
      const criada = await post(publico, '/api/auth/sign-up/email', CONTA, { host, origin });
      publico.token = tokenDe(criada);
      const resposta = await ask(publico, origin, host);
      expect(resposta.statusCode).toBe(status);
      if (status === 200) expect(resposta.json().rp.id).toBe('park.exemplo.br');
      await publico.close();
    }
  });
});
