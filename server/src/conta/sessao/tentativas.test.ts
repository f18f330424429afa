import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { cookieDe, post } from '../../../test/conta.ts';
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

const passar = (ms: number) => {
  agora += ms;
  vi.setSystemTime(agora);
};

interface Tentativa {
  email?: string;
  password?: string;
  ip?: string;
  cookie?: string;
}

const tentar = ({ email = CONTA.email, password = 'errada errada', ip, cookie }: Tentativa = {}) =>
  teste.app.inject({
    method: 'POST',
    url: ENTRAR,
    payload: { email, password },
    remoteAddress: ip ?? '10.0.0.1',
    headers: cookie ? { cookie } : {},
  });

const estado = async (tentativa?: Tentativa) => (await tentar(tentativa)).statusCode;

describe('failures of an account', () => {
  test('five are free, then the waits double', async () => {
    for (let i = 0; i < 5; i += 1) expect(await estado({ ip: `10.0.1.${i}` })).toBe(401);
    for (const segundos of [1, 2, 4, 8, 16]) {
      const resposta = await tentar();
      expect(resposta.statusCode).toBe(429);
      expect(resposta.headers['retry-after']).toBe(String(segundos));
      expect(resposta.json().mensagem).toBe(`Muitas tentativas. Tente em ${segundos} s.`);
      passar(segundos * 1_000);
      expect(await estado()).toBe(401);
    }
  });

  test('at most 15 passwords are looked at in ten minutes, from any address, in any case', async () => {
    let vistas = 0;
    for (let segundo = 0; segundo < 600; segundo += 1) {
      const email = segundo % 2 ? CONTA.email : ` ${CONTA.email.toUpperCase()}`;
      if ((await estado({ email, ip: `10.1.${segundo % 250}.9` })) === 401) vistas += 1;
      passar(1_000);
    }
    expect(vistas).toBeGreaterThan(5);
    expect(vistas).toBeLessThanOrEqual(15);
  });

  test('sent all at once they count like one after the other', async () => {
    const estados = await Promise.all(
      Array.from({ length: 12 }, (_, i) => estado({ ip: `10.2.0.${i}` })),
    );
    expect(estados.filter((codigo) => codigo === 401)).toHaveLength(5);
    expect(estados.filter((codigo) => codigo === 429)).toHaveLength(7);
  });

  test('never lock for good: the wait ends at 15 minutes, the right password enters', async () => {
    for (let i = 0; i < 40; i += 1) {
      await tentar({ ip: `10.3.0.${i}` });
      passar(15 * 60_000);
    }
    await tentar();
    expect(Number((await tentar()).headers['retry-after'])).toBeLessThanOrEqual(900);
    passar(15 * 60_000);
    expect(await estado({ password: CONTA.password })).toBe(200);
    for (let i = 0; i < 5; i += 1) expect(await estado()).toBe(401);
  });

  test('an unknown e-mail waits in the same way', async () => {
    const email = 'ninguem@unilavras.edu.br';
    for (let i = 0; i < 5; i += 1) expect(await estado({ email })).toBe(401);
    expect(await estado({ email })).toBe(429);
    expect(await estado({ password: CONTA.password })).toBe(200);
  });

  test('survive a restart', async () => {
    for (let i = 0; i < 5; i += 1) await tentar();
    await createIdentidade({
      db: teste.db,
      config: { dataDir: teste.dataDir, publicUrl: null, mfaAdmin: false },
    });
    expect(await estado()).toBe(429);
  });

  test('of a stranger do not stop the owner in a browser that signed in before', async () => {
    const entrada = await post(teste, ENTRAR, { email: CONTA.email, password: CONTA.password });
    const cookie = cookieDe(entrada);
    for (let i = 0; i < 6; i += 1) await tentar({ ip: `10.4.0.${i}` });
    const minha = { password: CONTA.password, ip: '10.9.9.9' };
    expect(await estado(minha)).toBe(429);
    expect(
      await estado({ ...minha, cookie: cookie.replace(/navegador\.(\w+)=./, 'navegador.$1=x') }),
    ).toBe(429);
    expect(await estado({ ...minha, cookie })).toBe(200);
    for (let i = 0; i < 5; i += 1) expect(await estado({ cookie, ip: '10.9.9.8' })).toBe(401);
    expect(await estado({ cookie, ip: '10.9.9.7' })).toBe(429);
  });
});

test('whoever knew an old password has no counts of their own left to spend', async () => {
  const cookies: string[] = [];
  for (let i = 0; i < 4; i += 1) {
    const entrada = await post(teste, ENTRAR, { email: CONTA.email, password: CONTA.password });
    cookies.push(cookieDe(entrada));
  }
  const nova = 'portao-verde-17';
  await teste.request({
    method: 'POST',
    url: '/api/perfil/senha',
    payload: { atual: CONTA.password, nova },
  });
  let vistas = 0;
  for (let i = 0; i < 40; i += 1) {
    if ((await estado({ cookie: cookies[i % 4] ?? '', ip: `10.8.0.${i}` })) === 401) vistas += 1;
  }
  expect(vistas).toBe(5);
});

describe('failures of an address', () => {
  const varias = async (ips: (i: number) => string) => {
    const estados: number[] = [];
    for (let i = 0; i < 32; i += 1) {
      estados.push(await estado({ email: `pessoa${i}@x.br`, ip: ips(i) }));
    }
    return estados;
  };

  test('thirty a minute, whoever they are about', async () => {
    const estados = await varias(() => '10.5.0.1');
    expect(estados.slice(0, 30)).toEqual(Array(30).fill(401));
    expect(estados.slice(30)).toEqual([429, 429]);
    expect(await estado({ ip: '10.5.0.1', password: CONTA.password })).toBe(429);
    expect(await estado({ ip: '10.5.0.2', password: CONTA.password })).toBe(200);
    passar(60_000);
    expect(await estado({ ip: '10.5.0.1', password: CONTA.password })).toBe(200);
  });

  test('do not keep a browser out that signed in before: a whole campus has one', async () => {
    const entrada = await post(teste, ENTRAR, { email: CONTA.email, password: CONTA.password });
    const cookie = cookieDe(entrada);
    await varias(() => '10.5.0.3');
    expect(await estado({ ip: '10.5.0.3', password: CONTA.password })).toBe(429);
    expect(await estado({ ip: '10.5.0.3', password: CONTA.password, cookie })).toBe(200);
    // For its own account alone.
    expect(await estado({ ip: '10.5.0.3', email: 'pessoa1@x.br', cookie })).toBe(429);
  });

  test('an IPv6 /64 is one address, and so is ::ffff:', async () => {
    expect((await varias((i) => `2001:db8:1:2::${i.toString(16)}`)).at(-1)).toBe(429);
    expect(await estado({ ip: '2001:db8:1:3::1' })).toBe(401);
    const mistas = await varias((i) => (i % 2 ? '10.6.0.1' : '::ffff:10.6.0.1'));
    expect(mistas.at(-1)).toBe(429);
  });

  test('headers that name another address change nothing', async () => {
    const env = { PUBLIC_URL: 'https://park.exemplo.br', SIGNUP_MODE: 'aberto' };
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
          'x-unipark-ip': falso,
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
  const escreve = (email: string) =>
    inTransaction(teste.db, (trx) => countLetter(trx, 'teste', email, 2, WINDOWS.hora));
  expect(await escreve('rita@exemplo.br')).toBe(true);
  expect(await escreve('rita+1@exemplo.br')).toBe(true);
  expect(await escreve('rita+2+3@exemplo.br')).toBe(false);
  expect(await escreve('rita.2@exemplo.br')).toBe(true);
});

test('sign-up: 300 a minute from one address', async () => {
  const criar = (i: number) =>
    post(teste, '/api/auth/sign-up/email', { ...CONTA, email: CONTA.email, name: `P ${i}` });
  const estados = new Map<number, number>();
  for (let i = 0; i < 302; i += 1) {
    const { statusCode } = await criar(i);
    estados.set(statusCode, (estados.get(statusCode) ?? 0) + 1);
  }
  // One was counted for the account that the test itself is made with.
  expect(Object.fromEntries(estados)).toEqual({ 409: 299, 429: 3 });
});
