import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildTestApp, CONTA, type TestApp } from '../../../test/app.ts';
import { createFirst, post } from '../../../test/conta.ts';
import { inviteFirst } from './primeiraConta.ts';

const ENDERECO = 'https://park.exemplo.br';
const host = { host: 'park.exemplo.br', origin: ENDERECO };
const CRIAR = '/api/auth/sign-up/email';

let teste: TestApp;
const abrir = async (modo: string): Promise<void> => {
  const env = { PUBLIC_URL: ENDERECO, SIGNUP_MODE: modo };
  teste = await buildTestApp({ env, account: false });
};
beforeEach(() => abrir('fechado'));
afterEach(async () => {
  vi.useRealTimers();
  await teste.close();
});

const convidar = async (local = false): Promise<string | undefined> =>
  /^https:\/\/park\.exemplo\.br\/signup#convite=([\w-]{43})$/m.exec(
    (await inviteFirst(teste.db, { local }, ENDERECO)) ?? '',
  )?.[1];

const criar = (convite?: string, email = CONTA.email) =>
  post(teste, CRIAR, { ...CONTA, email, ...(convite && { convite }) }, host);

const ler = (token: string) => post(teste, '/api/auth/convite', { token }, host);

describe('the first account of a server that others reach', () => {
  test.each(['aberto', 'aprovacao', 'convite', 'fechado'])(
    'is the link’s alone in the mode %s, and its admin',
    async (modo) => {
      await teste.close();
      await abrir(modo);
      const convite = await convidar();
      expect(convite).toBeDefined();
      const sem = await criar();
      expect([sem.statusCode, sem.json().codigo]).toEqual([403, 'primeira-conta']);
      expect((await criar('A'.repeat(43))).statusCode).toBe(400);
      expect((await ler(convite ?? '')).json()).toEqual({ email: null, primeira: true });
      const com = await criar(convite);
      expect([com.statusCode, com.json().user]).toMatchObject([200, { admin: true }]);
      const denovo = await criar(convite, 'outra@exemplo.br');
      expect([denovo.statusCode, denovo.json().codigo]).toEqual([400, 'link-invalido']);
      expect((await ler(convite ?? '')).statusCode).toBe(400);
    },
  );

  test('fifty at once make one account, and it administers', async () => {
    const convite = await convidar();
    const respostas = await Promise.all(
      Array.from({ length: 50 }, (_, i) => criar(convite, `p${i}@exemplo.br`)),
    );
    expect(respostas.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const contas = await teste.db.selectFrom('user').select('admin').execute();
    expect(contas).toEqual([{ admin: 1 }]);
  });

  test('the link of an earlier start stops', async () => {
    const velho = await convidar();
    const novo = await convidar();
    expect((await criar(velho)).statusCode).toBe(400);
    expect((await criar(novo)).statusCode).toBe(200);
  });

  test('is good for one hour', async () => {
    const convite = await convidar();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    expect((await criar(convite)).statusCode).toBe(400);
    vi.setSystemTime(Date.now() - 2_000);
    expect((await criar(convite)).statusCode).toBe(200);
  });

  test('made by the operator meanwhile, it makes the link worth nothing', async () => {
    const convite = await convidar();
    await createFirst(teste);
    expect((await criar(convite)).statusCode).toBe(400);
    expect((await ler(convite ?? '')).statusCode).toBe(400);
    expect(await convidar()).toBeUndefined();
    expect(await teste.db.selectFrom('links').selectAll().execute()).toEqual([]);
  });

  test('a refused field leaves the link good', async () => {
    const convite = await convidar();
    const curta = await post(teste, CRIAR, { ...CONTA, password: 'curta', convite }, host);
    expect([curta.statusCode, Object.keys(curta.json().campos)]).toEqual([400, ['password']]);
    expect((await criar(convite)).statusCode).toBe(200);
  });
});

test('a local installation prints no link', async () => {
  expect(await convidar(true)).toBeUndefined();
});
