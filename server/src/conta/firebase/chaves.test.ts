import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import {
  agora,
  buildFirebaseApp,
  createChave,
  entrar,
  type Humor,
  type Provedor,
  startProvedor,
} from '../../../test/firebase.ts';

const HORA = 3_600_000;

let provedor: Provedor;
let teste: TestApp;
let entrouEm: number;

beforeEach(async () => {
  provedor = await startProvedor();
  teste = await buildFirebaseApp(provedor);
  entrouEm = agora();
});
afterEach(async () => {
  vi.useRealTimers();
  await teste.close();
  await provedor.close();
});

const mint = (header = {}) => provedor.mint({ claims: { auth_time: entrouEm }, header });
const ask = (token: string) => teste.request({ url: '/db/veiculos?limite=1', as: token });

/** The clock goes on; the token of `mint` is of the new hour. */
function pass(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}

test('the keys are asked for once, however many tokens come', async () => {
  expect((await entrar(teste, await mint())).statusCode).toBe(200);
  for (let i = 0; i < 5; i += 1) expect((await ask(await mint({ n: i }))).statusCode).toBe(200);
  expect(provedor.buscas).toBe(1);
});

test('a new key is found when a token names it', async () => {
  expect((await entrar(teste, await mint())).statusCode).toBe(200);
  const nova = await createChave('chave-2');
  provedor.chave = nova;
  provedor.chaves = [nova.publica];
  pass(31_000);
  expect((await ask(await mint())).statusCode).toBe(200);
  expect(provedor.buscas).toBe(2);
});

test('a key that the provider withdrew is not trusted beyond the hour', async () => {
  const velha = provedor.chave;
  expect((await entrar(teste, await mint())).statusCode).toBe(200);
  const nova = await createChave('chave-2');
  provedor.chaves = [nova.publica];
  pass(HORA + 1_000);
  provedor.chave = velha;
  // The call that finds the keys old has them fetched beside it; the next one knows.
  await ask(await mint());
  await vi.waitFor(() => expect(provedor.buscas).toBe(2));
  await vi.waitFor(async () => expect((await ask(await mint())).statusCode).toBe(401));
});

test('made-up keys do not make us ask again and again', async () => {
  expect((await entrar(teste, await mint())).statusCode).toBe(200);
  for (let i = 0; i < 10; i += 1) {
    expect((await ask(await mint({ kid: `inventada-${i}` }))).statusCode).toBe(401);
  }
  expect(provedor.buscas).toBe(1);
});

const AUSENTE = ['fora', 'lixo', 'mudo', 'desvia', 'sem-fim'] as const satisfies Humor[];

describe.each(AUSENTE)('a provider that is away (%s)', (humor) => {
  test('keeps nobody out whose key is known', async () => {
    expect((await entrar(teste, await mint())).statusCode).toBe(200);
    provedor.humor = humor;
    expect((await ask(await mint())).statusCode).toBe(200);
    pass(2 * HORA);
    const inicio = performance.now();
    expect((await ask(await mint())).statusCode).toBe(200);
    expect(performance.now() - inicio).toBeLessThan(1_000);
  });

  test('leaves a token of an unknown key undecided: 503, soon, and not asked for again at once', async () => {
    provedor.humor = humor;
    const primeira = await entrar(teste, await mint());
    expect(primeira.statusCode).toBe(503);
    expect(primeira.headers['retry-after']).toBe('10');
    expect(primeira.json().codigo).toBe('provedor-ausente');
    const inicio = performance.now();
    expect((await ask(await mint())).statusCode).toBe(503);
    expect(performance.now() - inicio).toBeLessThan(500);
    expect(provedor.buscas).toBe(1);
  });

  test('is asked again when it is back', async () => {
    provedor.humor = humor;
    expect((await entrar(teste, await mint())).statusCode).toBe(503);
    provedor.humor = 'bom';
    pass(11_000);
    expect((await entrar(teste, await mint())).statusCode).toBe(200);
  });
});

test('after a day without an answer no key is trusted any more', async () => {
  expect((await entrar(teste, await mint())).statusCode).toBe(200);
  provedor.humor = 'fora';
  pass(25 * HORA);
  expect((await ask(await mint())).statusCode).toBe(503);
});

test('forged tokens never lead to a call of the provider', async () => {
  const [, corpo] = (await mint()).split('.');
  const cabeca = Buffer.from(JSON.stringify({ alg: 'none', kid: 'chave-1' })).toString('base64url');
  expect((await ask(`${cabeca}.${corpo}.`)).statusCode).toBe(401);
  expect((await ask(await mint({ kid: '../x' }))).statusCode).toBe(401);
  expect((await ask('nada')).statusCode).toBe(401);
  expect(provedor.buscas).toBe(0);
});
