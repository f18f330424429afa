import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { atFullCost } from '../../../test/argon2.ts';
import { post, signInWith } from '../../../test/conta.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import { newToken } from '../../platform/random.ts';
import { hashSenha } from '../senha/senhas.ts';

const RITA = { name: 'Rita Alves', email: 'rita@unilavras.edu.br', password: 'girassol azul' };

let teste: TestApp;
let rita: string;

beforeEach(async () => {
  teste = await buildTestApp();
  const criada = await post(teste, '/api/auth/sign-up/email', RITA);
  rita = criada.json<{ user: { id: string } }>().user.id;
});
afterEach(() => teste.close());

/** A sign-in with the right password that still waits for the hashing. */
async function startSlowSignIn() {
  const espera = atFullCost(() =>
    Promise.all(Array.from({ length: 12 }, () => hashSenha('outra senha qualquer'))),
  );
  const { email, password } = RITA;
  const entrada = post(teste, '/api/auth/sign-in/email', { email, password });
  await new Promise((pronto) => setTimeout(pronto, 15));
  return { entrada, espera };
}

const postAto = (qual: string) =>
  teste.request({ method: 'POST', url: `/api/usuarios/${rita}/${qual}`, payload: {} });

const listSessoes = () =>
  teste.db.selectFrom('sessoes').select('sid').where('conta', '=', rita).execute();

test.each(['redefinir', 'desabilitar'])(
  'a password that was valid when the call began opens nothing after %s',
  async (qual) => {
    const { entrada, espera } = await startSlowSignIn();
    expect((await postAto(qual)).statusCode).toBe(200);
    const resposta = await entrada;
    await espera;
    expect([resposta.statusCode, resposta.json().codigo]).toEqual([401, 'credenciais-invalidas']);
    expect(await listSessoes()).toEqual([]);
    expect(await signInWith(teste, resposta.json<{ token?: string }>().token ?? '')).toBe(401);
  },
);

test('calls without a session, and those above a limit, do not wait for a writer', async () => {
  const convite = { token: newToken() };
  for (let i = 0; i < 60; i += 1) await post(teste, '/api/auth/convite', convite);
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const writer = inTransaction(teste.db, () => {
    begun.resolve();
    return end.promise;
  });
  try {
    await begun.promise;
    const chamadas = [
      post(teste, '/api/auth/token', {}),
      post(teste, '/api/auth/sign-out', {}),
      post(teste, '/api/auth/convite', convite),
    ];
    const respostas = await Promise.all(chamadas);
    expect(respostas.map(({ statusCode }) => statusCode)).toEqual([401, 204, 429]);
  } finally {
    end.resolve();
    await writer;
  }
});
