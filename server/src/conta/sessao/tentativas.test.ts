import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { cookieOf, post } from '../../../test/conta.ts';
import { inTransaction } from '../../platform/db/banco.ts';
import { createIdentidade } from '../identidade.ts';
import { countLetter, WINDOWS } from './tentativas.ts';

const ENTRAR = '/api/auth/sign-in/email';

let teste: TestApp;
let agora: number;

beforeEach(async () => {
  teste = await buildTestApp();
  agora = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: agora });
});
afterEach(async () => {
  vi.useRealTimers();
  await teste.close();
});

const advanceClock = (ms: number) => {
  agora += ms;
  vi.setSystemTime(agora);
};

interface LoginTry {
  email?: string;
  password?: string;
  ip?: string;
  cookie?: string;
}

const trySignIn = ({
  email = CONTA.email,
  password = 'errada errada',
  ip,
  cookie,
}: LoginTry = {}) =>
  teste.app.inject({
    method: 'POST',
    url: ENTRAR,
    payload: { email, password },
    remoteAddress: ip ?? '10.0.0.1',
    headers: cookie ? { cookie } : {},
  });

const getStatus = async (tentativa?: LoginTry) => (await trySignIn(tentativa)).statusCode;

describe('failures of an account', () => {
  test('five are free, then the waits double', async () => {
    for (let i = 0; i < 5; i += 1) expect(await getStatus({ ip: `10.0.1.${i}` })).toBe(401);
    for (const segundos of [1, 2, 4, 8, 16]) {
      const resposta = await trySignIn();
      expect(resposta.statusCode).toBe(429);
      expect(resposta.headers['retry-after']).toBe(String(segundos));
      expect(resposta.json().mensagem).toBe(`Muitas tentativas. Tente em ${segundos} s.`);
      advanceClock(segundos * 1_000);
      expect(await getStatus()).toBe(401);
    }
  });

  test('at most 15 passwords are checked in ten minutes, from any address, in any case', async () => {
    let vistas = 0;
    // Each second, and each fifth one when the waits are longer than that.
    for (let segundo = 0, passo = 1; segundo < 600; segundo += passo) {
      const email = segundo % 2 ? CONTA.email : ` ${CONTA.email.toUpperCase()}`;
      if ((await getStatus({ email, ip: `10.1.${segundo % 250}.9` })) === 401) vistas += 1;
      if (segundo === 60) passo = 5;
      advanceClock(passo * 1_000);
    }
    expect(vistas).toBeGreaterThan(5);
    expect(vistas).toBeLessThanOrEqual(15);
  });

  test.each([1, 60, 86_400, 365 * 86_400])(
    'counted by a clock %i s ahead cause no longer wait than the longest after its correction',
    async (segundos) => {
      advanceClock(segundos * 1_000);
      for (let i = 0; i < 12; i += 1) {
        await trySignIn({ ip: `10.0.2.${i}` });
        advanceClock(1_000);
      }
      for (let i = 0; i < 31; i += 1) await trySignIn({ email: `n${i}@x.br`, ip: '10.0.3.1' });
      advanceClock(-segundos * 1_000);
      for (const ip of ['10.0.4.1', '10.0.3.1']) {
        const { statusCode, headers } = await trySignIn({ ip, password: CONTA.password });
        const espera = statusCode === 200 ? 0 : Number(headers['retry-after']);
        expect(espera).toBeLessThanOrEqual(15 * 60);
        if (segundos > 15 * 60) expect(statusCode).toBe(200);
      }
    },
  );

  test('sent all at once count like failures one after the other', async () => {
    const estados = await Promise.all(
      Array.from({ length: 12 }, (_, i) => getStatus({ ip: `10.2.0.${i}` })),
    );
    expect(estados.filter((codigo) => codigo === 401)).toHaveLength(5);
    expect(estados.filter((codigo) => codigo === 429)).toHaveLength(7);
  });

  test('never lock for good: the wait ends at 15 minutes, the right password enters', async () => {
    for (let i = 0; i < 40; i += 1) {
      await trySignIn({ ip: `10.3.0.${i}` });
      advanceClock(15 * 60_000);
    }
    await trySignIn();
    expect(Number((await trySignIn()).headers['retry-after'])).toBeLessThanOrEqual(900);
    advanceClock(15 * 60_000);
    expect(await getStatus({ password: CONTA.password })).toBe(200);
    for (let i = 0; i < 5; i += 1) expect(await getStatus()).toBe(401);
  });

  test('an unknown e-mail waits in the same way', async () => {
    const email = 'ninguem@unilavras.edu.br';
    for (let i = 0; i < 5; i += 1) expect(await getStatus({ email })).toBe(401);
    expect(await getStatus({ email })).toBe(429);
    expect(await getStatus({ password: CONTA.password })).toBe(200);
  });

  test('survive a restart', async () => {
    for (let i = 0; i < 5; i += 1) await trySignIn();
    await createIdentidade({
      db: teste.db,
      config: { dataDir: teste.dataDir, mfaAdmin: false },
    });
    expect(await getStatus()).toBe(429);
  });

  test('of a stranger do not stop the owner in a browser that signed in before', async () => {
    const entrada = await post(teste, ENTRAR, { email: CONTA.email, password: CONTA.password });
    const cookie = cookieOf(entrada);
    for (let i = 0; i < 6; i += 1) await trySignIn({ ip: `10.4.0.${i}` });
    const minha = { password: CONTA.password, ip: '10.9.9.9' };
    expect(await getStatus(minha)).toBe(429);
    expect(
      await getStatus({
        ...minha,
        cookie: cookie.replace(/navegador\.(\w+)=.{4}/, 'navegador.$1=xxxx'),
      }),
    ).toBe(429);
    expect(await getStatus({ ...minha, cookie })).toBe(200);
    for (let i = 0; i < 5; i += 1) expect(await getStatus({ cookie, ip: '10.9.9.8' })).toBe(401);
    expect(await getStatus({ cookie, ip: '10.9.9.7' })).toBe(429);
  });
});

test('an old password gives no extra guesses', async () => {
  const cookies: string[] = [];
  for (let i = 0; i < 4; i += 1) {
    const entrada = await post(teste, ENTRAR, { email: CONTA.email, password: CONTA.password });
    cookies.push(cookieOf(entrada));
  }
  const nova = 'portao-verde-17';
  await teste.request({
    method: 'POST',
    url: '/api/perfil/senha',
    payload: { atual: CONTA.password, nova },
  });
  let vistas = 0;
  for (let i = 0; i < 40; i += 1) {
    if ((await getStatus({ cookie: cookies[i % 4] ?? '', ip: `10.8.0.${i}` })) === 401) vistas += 1;
  }
  expect(vistas).toBe(5);
});

describe('failures of an address', () => {
  const tryMany = async (ips: (i: number) => string) => {
    const estados: number[] = [];
    for (let i = 0; i < 32; i += 1) {
      estados.push(await getStatus({ email: `pessoa${i}@x.br`, ip: ips(i) }));
    }
    return estados;
  };

  test('thirty a minute, for any accounts', async () => {
    const estados = await tryMany(() => '10.5.0.1');
    expect(estados.slice(0, 30)).toEqual(Array(30).fill(401));
    expect(estados.slice(30)).toEqual([429, 429]);
    expect(await getStatus({ ip: '10.5.0.1', password: CONTA.password })).toBe(429);
    expect(await getStatus({ ip: '10.5.0.2', password: CONTA.password })).toBe(200);
    advanceClock(60_000);
    expect(await getStatus({ ip: '10.5.0.1', password: CONTA.password })).toBe(200);
  });

  test('do not stop a browser that signed in before: a whole campus has one address', async () => {
    const entrada = await post(teste, ENTRAR, { email: CONTA.email, password: CONTA.password });
    const cookie = cookieOf(entrada);
    await tryMany(() => '10.5.0.3');
    expect(await getStatus({ ip: '10.5.0.3', password: CONTA.password })).toBe(429);
    expect(await getStatus({ ip: '10.5.0.3', password: CONTA.password, cookie })).toBe(200);
    // For its own account only.
    expect(await getStatus({ ip: '10.5.0.3', email: 'pessoa1@x.br', cookie })).toBe(429);
  });

  test('do not stop a signed-in person from changing the password', async () => {
    await tryMany(() => '127.0.0.1');
    expect(await getStatus({ ip: '127.0.0.1' })).toBe(429);
    const payload = { atual: 'errada-errada', nova: 'portao-verde-18' };
    const resposta = await teste.request({ method: 'POST', url: '/api/perfil/senha', payload });
    expect([resposta.statusCode, resposta.json().campos]).toEqual([
      400,
      { atual: 'A senha atual não confere.' },
    ]);
  });

  test('an IPv6 /64 is one address, and so is ::ffff:', async () => {
    expect((await tryMany((i) => `2001:db8:1:2::${i.toString(16)}`)).at(-1)).toBe(429);
    expect(await getStatus({ ip: '2001:db8:1:3::1' })).toBe(401);
    const mistas = await tryMany((i) => (i % 2 ? '10.6.0.1' : '::ffff:10.6.0.1'));
    expect(mistas.at(-1)).toBe(429);
  });

  test('headers that name another address change nothing', async () => {
    const env = {
      PUBLIC_URL: 'https://park.exemplo.br',
      TRUST_PROXY: '192.0.2.1',
      SIGNUP_MODE: 'aberto',
    };
    const publico = await buildTestApp({ env, account: false });
    const estados: number[] = [];
    for (let i = 0; i < 32; i += 1) {
      const falso = `203.0.113.${i}`;
      const resposta = await publico.app.inject({
        method: 'POST',
        url: ENTRAR,
        payload: { email: `p${i}@x.br`, password: 'errada errada' },
        headers: {
          host: 'park.exemplo.br',
          'x-forwarded-for': falso,
          'x-real-ip': falso,
          forwarded: `for=${falso}`,
        },
      });
      estados.push(resposta.statusCode);
    }
    expect(estados.at(-1)).toBe(429);
    await publico.close();
  });
});

test('labels on an address are one mailbox, and one count of letters', async () => {
  const countCarta = (email: string) =>
    inTransaction(teste.db, (trx) => countLetter(trx, 'teste', email, 2, WINDOWS.hora));
  expect(await countCarta('rita@exemplo.br')).toBe(true);
  expect(await countCarta('rita+1@exemplo.br')).toBe(true);
  expect(await countCarta('rita+2+3@exemplo.br')).toBe(false);
  expect(await countCarta('rita.2@exemplo.br')).toBe(true);
});

test('sign-up: 300 a minute from one address', async () => {
  const signUp = (i: number) =>
    post(teste, '/api/auth/sign-up/email', { ...CONTA, email: CONTA.email, name: `P ${i}` });
  const estados = new Map<number, number>();
  for (let i = 0; i < 302; i += 1) {
    const { statusCode } = await signUp(i);
    estados.set(statusCode, (estados.get(statusCode) ?? 0) + 1);
  }
  // One was counted for the account of the test itself.
  expect(Object.fromEntries(estados)).toEqual({ 409: 299, 429: 3 });
});
