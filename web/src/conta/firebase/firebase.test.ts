import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { until } from '../../../../server/test/espera.ts';
import type { IdentityProvider } from '../identity.ts';
import { createProvider } from './firebase.ts';
import type { FirebasePerson, Sdk } from './sdk.ts';

vi.mock('@firebase/app', () => ({}));
vi.mock('@firebase/auth', () => ({}));

const EMAIL = 'marcia@unilavras.edu.br';
const SENHA = 'cancela-azul-42';

type Call = { path: string; body: Record<string, unknown>; authorization: string | null };

let calls: Call[];
/** The server's answers by path; an access by default. */
let answers: Record<string, () => Response | Promise<Response>>;
let sdk: Sdk & {
  emit: (person: FirebasePerson | null) => void;
  said: string[];
  here: FirebasePerson | null;
};
let provider: IdentityProvider;
let told: (string | null)[];

const buildAcesso = (token: unknown) => ({
  token,
  user: { id: '1', email: EMAIL, name: 'M', picture: null, admin: false, lembrete: null },
  sessao: { expiraEm: '2026-11-21T12:00:00.000Z', terminaEm: '2026-11-28T00:00:00.000Z' },
});

const refusal = (status: number, codigo: string, mensagem: string) => () =>
  Response.json({ codigo, mensagem, error: mensagem, pedido: '1' }, { status });

const code = (name: string) =>
  Object.assign(new Error(`Firebase: Error (${name}).`), { code: name });

function buildPerson(token = 'token-1', uid = 'uid-1'): FirebasePerson {
  return {
    uid,
    token: vi.fn(async () => token),
    sendVerification: vi.fn(async () => {}),
    remove: vi.fn(async () => {}),
  };
}

function buildSdk(): typeof sdk {
  let listener: (person: FirebasePerson | null) => void = () => {};
  const fake: typeof sdk = {
    here: null,
    said: [],
    emit: (person) => listener(person),
    current: async () => fake.here,
    async signIn(email, password) {
      if (password !== SENHA) throw code('auth/invalid-credential');
      fake.said.push(`entra ${email}`);
      fake.here ??= buildPerson();
      fake.emit(fake.here);
      return fake.here;
    },
    async signUp(_name, email) {
      fake.said.push(`cria ${email}`);
      fake.here = buildPerson();
      fake.emit(fake.here);
      return fake.here;
    },
    async signOut() {
      fake.said.push('sai');
      fake.here = null;
      fake.emit(null);
    },
    onChange(heard) {
      listener = heard;
    },
  };
  return fake;
}

beforeEach(() => {
  calls = [];
  answers = {};
  told = [];
  localStorage.clear();
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    calls.push({ path, body, authorization: new Headers(init.headers).get('authorization') });
    const answer = answers[path];
    if (answer) return answer();
    if (path === '/api/auth/firebase') return Response.json(buildAcesso(body.token));
    return new Response(null, { status: 204 });
  });
  sdk = buildSdk();
  provider = createProvider(sdk);
  provider.onAuthStateChanged((now) => told.push(now?.token ?? null));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('signing in', () => {
  test('the provider checks the password and our server opens the session: one call, one message', async () => {
    const { user } = await provider.signIn(EMAIL, SENHA);
    await settle();
    expect(user?.email).toBe(EMAIL);
    expect(calls).toEqual([
      { path: '/api/auth/firebase', body: { token: 'token-1' }, authorization: null },
    ]);
    expect(told).toEqual(['token-1']);
  });

  test('a wrong password is 401 without a call to our server', async () => {
    const failure = provider.signIn(EMAIL, 'errada');
    await expect(failure).rejects.toMatchObject({
      status: 401,
      mensagem: 'Credenciais inválidas.',
    });
    expect(calls).toEqual([]);
    expect(told).toEqual([]);
  });

  test('a person refused by our server is signed out at the provider', async () => {
    answers['/api/auth/firebase'] = refusal(403, 'conta-desabilitada', 'Desabilitada.');
    await expect(provider.signIn(EMAIL, SENHA)).rejects.toMatchObject({
      mensagem: 'Desabilitada.',
    });
    expect(sdk.said).toEqual([`entra ${EMAIL}`, 'sai']);
    expect(told).toEqual([]);
  });

  test('an unconfirmed address gets its mail again', async () => {
    answers['/api/auth/firebase'] = refusal(403, 'confirme-email', 'Confirme.');
    const person = buildPerson();
    sdk.here = person;
    await expect(provider.signIn(EMAIL, SENHA)).rejects.toMatchObject({ mensagem: 'Confirme.' });
    expect(person.sendVerification).toHaveBeenCalledOnce();
  });

  test('without our server the provider’s session stays', async () => {
    answers['/api/auth/firebase'] = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(provider.signIn(EMAIL, SENHA)).rejects.toMatchObject({ status: 0 });
    expect(sdk.said).toEqual([`entra ${EMAIL}`]);
  });
});

describe('signing up', () => {
  test('sends the name and the invitation', async () => {
    const answer = await provider.signUp('Márcia', EMAIL, SENHA, 'convite-1');
    expect(answer.user?.email).toBe(EMAIL);
    expect(calls.map(({ body }) => body)).toEqual([
      { token: 'token-1', name: 'Márcia', convite: 'convite-1' },
    ]);
    expect(told).toEqual(['token-1']);
  });

  test.each(['confirme-email', 'cadastro-recebido'])('%s is no failure', async (codigo) => {
    answers['/api/auth/firebase'] = refusal(403, codigo, 'Aguarde.');
    const answer = await provider.signUp('Márcia', EMAIL, SENHA);
    expect(answer).toEqual({ token: null, user: null, mensagem: 'Aguarde.' });
    expect(sdk.said.at(-1)).toBe('sai');
    expect(told).toEqual([]);
  });

  test('a refused new account is removed at the provider', async () => {
    const person = buildPerson();
    sdk.signUp = async () => person;
    answers['/api/auth/firebase'] = refusal(403, 'cadastro-fechado', 'Por convite.');
    await expect(provider.signUp('M', EMAIL, SENHA)).rejects.toMatchObject({
      mensagem: 'Por convite.',
    });
    expect(person.remove).toHaveBeenCalledOnce();
  });

  test('an interrupted sign-up continues with the same password', async () => {
    sdk.signUp = () => Promise.reject(code('auth/email-already-in-use'));
    const answer = await provider.signUp('Márcia', EMAIL, SENHA);
    expect(answer.user?.email).toBe(EMAIL);
    expect(calls[0]?.body).toMatchObject({ name: 'Márcia' });
  });

  test('an address of another person stays taken, and its account stays', async () => {
    const person = buildPerson();
    sdk.here = person;
    sdk.signUp = () => Promise.reject(code('auth/email-already-in-use'));
    await expect(provider.signUp('M', EMAIL, 'outra-senha')).rejects.toMatchObject({
      status: 409,
      campos: { email: 'Este e-mail já tem uma conta.' },
    });
    expect(person.remove).not.toHaveBeenCalled();
    expect(calls).toEqual([]);
  });
});

describe('a token', () => {
  test('is sent to our server, with whether the page is in use', async () => {
    sdk.here = buildPerson('token-2');
    expect(await provider.renewAcesso(false)).toMatchObject({ token: 'token-2' });
    expect(calls[0]?.body).toEqual({ token: 'token-2', uso: false });
    expect(told).toEqual([]);
  });

  test.each([
    ['no person is signed in', () => {}],
    [
      'the session has ended',
      () => {
        sdk.here = buildPerson();
        answers['/api/auth/firebase'] = refusal(401, 'nao-autenticado', 'Expirou.');
      },
    ],
    [
      'the account is disabled',
      () => {
        sdk.here = buildPerson();
        answers['/api/auth/firebase'] = refusal(403, 'conta-desabilitada', 'Desabilitada.');
      },
    ],
    [
      'the provider ended it',
      () => {
        sdk.here = {
          ...buildPerson(),
          token: () => Promise.reject(code('auth/user-token-expired')),
        };
      },
    ],
  ])('is null when %s', async (_name, prepare) => {
    prepare();
    expect(await provider.renewAcesso(true)).toBeNull();
  });

  test.each([
    ['our server', () => (answers['/api/auth/firebase'] = () => Promise.reject(new TypeError()))],
    [
      'the provider',
      () => {
        const token = () => Promise.reject(code('auth/network-request-failed'));
        sdk.here = { ...buildPerson(), token };
      },
    ],
  ])('throws while %s cannot be reached', async (_name, prepare) => {
    sdk.here = buildPerson();
    prepare();
    await expect(provider.renewAcesso(true)).rejects.toMatchObject({ status: 0 });
  });
});

describe('signing out', () => {
  test('ends the session at our server first, then at the provider', async () => {
    await provider.signIn(EMAIL, SENHA);
    let wasHere: unknown;
    answers['/api/auth/sign-out'] = () => {
      wasHere = sdk.here;
      return new Response(null, { status: 204 });
    };
    await provider.signOut();
    await settle();
    expect(wasHere).not.toBeNull();
    expect(calls.at(-1)).toMatchObject({
      path: '/api/auth/sign-out',
      authorization: 'Bearer token-1',
    });
    expect(sdk.here).toBeNull();
    expect(told).toEqual(['token-1', null]);
  });

  test('without our server it keeps the provider’s session, so that the next start ends both', async () => {
    sdk.here = buildPerson('token-3');
    answers['/api/auth/sign-out'] = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(provider.signOut()).rejects.toMatchObject({ status: 0 });
    expect(sdk.here).not.toBeNull();
    answers = {};
    await createProvider(sdk).signOut();
    expect(calls.at(-1)?.authorization).toBe('Bearer token-3');
  });
});

describe('changes at the provider', () => {
  test('a sign-out in another tab signs out here', async () => {
    await provider.signIn(EMAIL, SENHA);
    sdk.emit(null);
    expect(told).toEqual(['token-1', null]);
  });

  test('another token of the same person is sent to our server', async () => {
    await provider.signIn(EMAIL, SENHA);
    sdk.emit(buildPerson('token-novo'));
    await until(() => expect(told).toEqual(['token-1', 'token-novo']));
    expect(calls.at(-1)?.body).toEqual({ token: 'token-novo', uso: false });
  });

  test('the same token again sends nothing', async () => {
    await provider.signIn(EMAIL, SENHA);
    sdk.emit(buildPerson('token-1'));
    await settle();
    expect(calls).toHaveLength(1);
  });

  test.each([
    ['before a sign-in here', false],
    ['with a token of another person', true],
  ])('%s a change signs no person in', async (_name, signedIn) => {
    if (signedIn) await provider.signIn(EMAIL, SENHA);
    const before = calls.length;
    sdk.emit(buildPerson('token-x', 'uid-x'));
    await settle();
    expect(calls).toHaveLength(before);
  });
});

test('recovery goes through our server', async () => {
  await provider.sendRecovery(EMAIL);
  expect(calls).toEqual([
    { path: '/api/auth/newpassword', body: { email: EMAIL }, authorization: null },
  ]);
});
