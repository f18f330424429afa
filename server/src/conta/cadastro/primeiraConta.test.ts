import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { createFirst, post } from '../../../test/conta.ts';
import { inviteFirst } from './primeiraConta.ts';

const ENDERECO = 'https://park.exemplo.br';
const host = { host: 'park.exemplo.br', origin: ENDERECO };
const CRIAR = '/api/auth/sign-up/email';

let teste: TestApp;
const open = async (modo: string): Promise<void> => {
  const env = { PUBLIC_URL: ENDERECO, TRUST_PROXY: '192.0.2.1', SIGNUP_MODE: modo };
  teste = await buildTestApp({ env, account: false });
};
beforeEach(() => open('fechado'));
afterEach(async () => {
  vi.useRealTimers();
  await teste.close();
});

const invite = async (local = false): Promise<string | undefined> =>
  /^https:\/\/park\.exemplo\.br\/signup#convite=([\w-]{43})$/m.exec(
    (await inviteFirst(teste.db, { local }, ENDERECO)) ?? '',
  )?.[1];

const signUp = (convite?: string, email = CONTA.email) =>
  post(teste, CRIAR, { ...CONTA, email, ...(convite && { convite }) }, host);

const readConvite = (token: string) => post(teste, '/api/auth/convite', { token }, host);

describe('the first account of an exposed server', () => {
  test.each(['aberto', 'aprovacao', 'convite', 'fechado'])(
    'is made only by the link in the mode %s, and is its admin',
    async (modo) => {
      await teste.close();
      await open(modo);
      const convite = await invite();
      expect(convite).toBeDefined();
      const sem = await signUp();
      expect([sem.statusCode, sem.json().codigo]).toEqual([403, 'primeira-conta']);
      expect((await signUp('A'.repeat(43))).statusCode).toBe(400);
      expect((await readConvite(convite ?? '')).json()).toEqual({ email: null, primeira: true });
      const com = await signUp(convite);
      expect([com.statusCode, com.json().user]).toMatchObject([200, { admin: true }]);
      const denovo = await signUp(convite, 'outra@exemplo.br');
      expect([denovo.statusCode, denovo.json().codigo]).toEqual([400, 'link-invalido']);
      expect((await readConvite(convite ?? '')).statusCode).toBe(400);
    },
  );

  test('of fifty simultaneous sign-ups one makes an account, and it is the admin', async () => {
    const convite = await invite();
    const respostas = await Promise.all(
      Array.from({ length: 50 }, (_, i) => signUp(convite, `p${i}@exemplo.br`)),
    );
    expect(respostas.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const contas = await teste.db.selectFrom('contas').select('admin').execute();
    expect(contas).toEqual([{ admin: 1 }]);
  });

  test('the link of an earlier start stops working', async () => {
    const velho = await invite();
    const novo = await invite();
    expect((await signUp(velho)).statusCode).toBe(400);
    expect((await signUp(novo)).statusCode).toBe(200);
  });

  test('the link is valid for one hour', async () => {
    const convite = await invite();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    expect((await signUp(convite)).statusCode).toBe(400);
    vi.setSystemTime(Date.now() - 2_000);
    expect((await signUp(convite)).statusCode).toBe(200);
  });

  test('a first account made by the operator ends the link', async () => {
    const convite = await invite();
    await createFirst(teste);
    expect((await signUp(convite)).statusCode).toBe(400);
    expect((await readConvite(convite ?? '')).statusCode).toBe(400);
    expect(await invite()).toBeUndefined();
    expect(await teste.db.selectFrom('links').selectAll().execute()).toEqual([]);
  });

  test('a refused field leaves the link valid', async () => {
    const convite = await invite();
    const curta = await post(teste, CRIAR, { ...CONTA, password: 'curta', convite }, host);
    expect([curta.statusCode, Object.keys(curta.json().campos)]).toEqual([400, ['password']]);
    expect((await signUp(convite)).statusCode).toBe(200);
  });
});

test('a local installation prints no link', async () => {
  expect(await invite(true)).toBeUndefined();
});
