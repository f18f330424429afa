import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { until } from '../../../test/espera.ts';
import {
  buildFirebaseApp,
  createChave,
  type FirebaseProvider,
  nowInSeconds,
  type ProviderMood,
  signIn,
  startProvedor,
} from '../../../test/firebase.ts';

const HORA = 3_600_000;

let provedor: FirebaseProvider;
let teste: TestApp;
let entrouEm: number;

beforeEach(async () => {
  provedor = await startProvedor();
  teste = await buildFirebaseApp(provedor);
  entrouEm = nowInSeconds();
});
afterEach(async () => {
  vi.useRealTimers();
  await teste.close();
  await provedor.close();
});

const mint = (header = {}) => provedor.mint({ claims: { auth_time: entrouEm }, header });
const ask = (token: string) => teste.request({ url: '/db/veiculos?limite=1', as: token });

/** Advances the clock; later tokens of `mint` have the new time. */
function pass(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}

test('the keys are fetched once for any number of tokens', async () => {
  expect((await signIn(teste, await mint())).statusCode).toBe(200);
  for (let i = 0; i < 5; i += 1) expect((await ask(await mint({ n: i }))).statusCode).toBe(200);
  expect(provedor.buscas).toBe(1);
});

test('a new key is fetched when a token names it', async () => {
  expect((await signIn(teste, await mint())).statusCode).toBe(200);
  const nova = await createChave('chave-2');
  provedor.chave = nova;
  provedor.chaves = [nova.publica];
  pass(31_000);
  expect((await ask(await mint())).statusCode).toBe(200);
  expect(provedor.buscas).toBe(2);
});

test('a key that the provider withdrew is not trusted after an hour', async () => {
  const velha = provedor.chave;
  expect((await signIn(teste, await mint())).statusCode).toBe(200);
  const nova = await createChave('chave-2');
  provedor.chaves = [nova.publica];
  pass(HORA + 1_000);
  provedor.chave = velha;
  // The call that finds old keys starts a fetch beside it; the next call uses the new keys.
  await ask(await mint());
  await until(() => expect(provedor.buscas).toBe(2));
  await until(async () => expect((await ask(await mint())).statusCode).toBe(401));
});

test('invented key ids do not cause repeated fetches', async () => {
  expect((await signIn(teste, await mint())).statusCode).toBe(200);
  for (let i = 0; i < 10; i += 1) {
    expect((await ask(await mint({ kid: `inventada-${i}` }))).statusCode).toBe(401);
  }
  expect(provedor.buscas).toBe(1);
});

const AUSENTE = ['fora', 'lixo', 'mudo', 'desvia', 'sem-fim'] as const satisfies ProviderMood[];

describe.each(AUSENTE)('a provider that does not answer (%s)', (humor) => {
  test('does not affect tokens with a known key', async () => {
    expect((await signIn(teste, await mint())).statusCode).toBe(200);
    provedor.humor = humor;
    expect((await ask(await mint())).statusCode).toBe(200);
    pass(2 * HORA);
    const inicio = performance.now();
    expect((await ask(await mint())).statusCode).toBe(200);
    expect(performance.now() - inicio).toBeLessThan(1_000);
  });

  test('makes a token with an unknown key answer 503 quickly, without another fetch at once', async () => {
    provedor.humor = humor;
    const primeira = await signIn(teste, await mint());
    expect(primeira.statusCode).toBe(503);
    expect(primeira.headers['retry-after']).toBe('10');
    expect(primeira.json().codigo).toBe('provedor-ausente');
    const inicio = performance.now();
    expect((await ask(await mint())).statusCode).toBe(503);
    expect(performance.now() - inicio).toBeLessThan(500);
    expect(provedor.buscas).toBe(1);
  });

  test('is asked again after it returned', async () => {
    provedor.humor = humor;
    expect((await signIn(teste, await mint())).statusCode).toBe(503);
    provedor.humor = 'bom';
    pass(11_000);
    expect((await signIn(teste, await mint())).statusCode).toBe(200);
  });
});

test('after a day without an answer no key is trusted', async () => {
  expect((await signIn(teste, await mint())).statusCode).toBe(200);
  provedor.humor = 'fora';
  pass(25 * HORA);
  expect((await ask(await mint())).statusCode).toBe(503);
});

test('forged tokens never cause a request to the provider', async () => {
  const [, corpo] = (await mint()).split('.');
  const cabeca = Buffer.from(JSON.stringify({ alg: 'none', kid: 'chave-1' })).toString('base64url');
  expect((await ask(`${cabeca}.${corpo}.`)).statusCode).toBe(401);
  expect((await ask(await mint({ kid: '../x' }))).statusCode).toBe(401);
  expect((await ask('nada')).statusCode).toBe(401);
  expect(provedor.buscas).toBe(0);
});
