import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { atFullCost } from '../../../test/argon2.ts';
import { post } from '../../../test/conta.ts';
import { createSemaphore } from '../../platform/gates.ts';
import { senhaFault } from './regras.ts';
import { hashSenha, verifySenha } from './senhas.ts';

const TAMANHO = 'A senha deve ter de 8 a 128 caracteres.';
const COMUM = 'Esta senha é muito comum. Escolha outra.';
const EMAIL = 'A senha não pode conter o seu e-mail.';
const PRODUTO = 'A senha não pode conter o nome do sistema.';

test.each([
  ['', 'Senha não pode estar em branco.'],
  ['         ', 'Senha não pode estar em branco.'],
  ['1', TAMANHO],
  ['sete777', TAMANHO],
  ['ção ção', TAMANHO],
  ['x7'.repeat(64), undefined],
  [`${'x7'.repeat(64)}!`, TAMANHO],
  ['🚗🚕🚙🚌🚎🏎🚓🚑', undefined],
  ['oito8888', undefined],
  ['so letras sem numero', undefined],
  ['12345678', COMUM],
  ['87654321', COMUM],
  ['abcdefgh', COMUM],
  ['ffffffffff', COMUM],
  ['PASSWORD', COMUM],
  ['Senha123', COMUM],
  ['flamengo', COMUM],
  ['Corinthians', COMUM],
  ['deusefiel', COMUM],
  ['mudar123', COMUM],
  ['ana.paula@x.br', EMAIL],
  ['minha ANA.PAULA@X.BR', EMAIL],
  ['ana.paula99', EMAIL],
  ['a senha da ana.paula no trabalho', undefined],
  ['meu unipark', PRODUTO],
  ['UniPark2026', PRODUTO],
  ['ÚNIPARK seguro', PRODUTO],
])('the password %j: %s', (senha, problema) => {
  expect(senhaFault(senha, 'Ana.Paula@x.br')).toBe(problema);
});

test('a label on the address does not hide the name', () => {
  expect(senhaFault('ana.paula99', 'ana.paula+portaria@x.br')).toBe(EMAIL);
  expect(senhaFault('ana.paula99', '+portaria@x.br')).toBeUndefined();
});

test.each(['', '  ', '@x.br'])(
  'an e-mail without a name (%j) is contained in no password',
  (email) => {
    expect(senhaFault('girassol azul', email)).toBeUndefined();
    expect(senhaFault('girassol@x.br', email)).toBeUndefined();
  },
);

describe('a stored password', () => {
  test('is argon2id with the specified cost, different each time', async () => {
    const [uma, outra] = await atFullCost(() =>
      Promise.all([hashSenha('girassol azul'), hashSenha('girassol azul')]),
    );
    expect(uma).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(uma).not.toBe(outra);
    expect(await verifySenha(uma, 'girassol azul')).toBe(true);
    expect(await verifySenha(uma, 'girassol Azul')).toBe(false);
  });

  test('is the same for any composition of its accents', async () => {
    const cifrada = await hashSenha('cafe\u0301 na guarita');
    expect(await verifySenha(cifrada, 'caf\u00e9 na guarita')).toBe(true);
  });

  test('no hash and a damaged hash are answered no', async () => {
    expect(await verifySenha(null, 'nenhuma conta tem esta senha')).toBe(false);
    expect(await verifySenha('não é um hash', 'girassol azul')).toBe(false);
  });
});

test('two hash at a time, 32 wait, the others get 503 with Retry-After', async () => {
  const inTurn = createSemaphore(2, 32);
  let agora = 0;
  let maximo = 0;
  const work = async () => {
    agora += 1;
    maximo = Math.max(maximo, agora);
    await new Promise((pronto) => setTimeout(pronto, 2));
    agora -= 1;
  };
  const fins = await Promise.allSettled(Array.from({ length: 50 }, () => inTurn(work)));
  const recusadas = fins.filter((fim) => fim.status === 'rejected');
  expect(maximo).toBe(2);
  expect(recusadas).toHaveLength(16);
  expect(recusadas[0]?.reason).toMatchObject({
    status: 503,
    extras: { headers: { 'Retry-After': '2' } },
  });
  await inTurn(work);
  expect(agora).toBe(0);
});

describe('over HTTP', () => {
  let teste: TestApp;
  beforeAll(async () => {
    teste = await buildTestApp();
  });
  afterAll(() => teste.close());

  test('128 characters beyond the basic plane sign up and in', async () => {
    const conta = { name: 'Lia', email: 'lia@unilavras.edu.br', password: '🚗🚕'.repeat(64) };
    expect((await post(teste, '/api/auth/sign-up/email', conta)).statusCode).toBe(200);
    const entrada = await post(teste, '/api/auth/sign-in/email', {
      email: conta.email,
      password: conta.password,
    });
    expect(entrada.statusCode).toBe(200);
  });

  test('a longer one is a wrong one, a huge one is refused before any work', async () => {
    const signIn = (password: string) =>
      post(teste, '/api/auth/sign-in/email', { email: CONTA.email, password });
    expect((await signIn('x'.repeat(129))).statusCode).toBe(401);
    expect((await signIn('x'.repeat(5_000))).statusCode).toBe(413);
  });

  test('a flood is refused in part, and the server stays responsive', async () => {
    const pedidos = Array.from({ length: 200 }, (_, i) =>
      teste.app.inject({
        method: 'POST',
        url: '/api/auth/sign-in/email',
        payload: { email: `p${i}@x.br`, password: 'errada errada' },
        remoteAddress: `10.7.${i % 200}.1`,
      }),
    );
    const inicio = performance.now();
    const saude = await teste.app.inject('/healthz');
    expect(saude.statusCode).toBe(200);
    expect(performance.now() - inicio).toBeLessThan(1_000);
    const estados = (await Promise.all(pedidos)).map(({ statusCode }) => statusCode);
    expect(new Set(estados)).toEqual(new Set([401, 503]));
  });
});
