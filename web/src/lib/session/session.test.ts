// @vitest-environment happy-dom
import type { Acesso } from '@unipark/contract/conta';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { until } from '../../../../server/test/espera.ts';

const buildAcesso = (token: string): Acesso => ({
  token,
  user: { id: '1', email: 'ana@u.br', name: 'Ana', picture: null, admin: false, lembrete: null },
  sessao: { expiraEm: '2026-11-21T12:00:00.000Z', terminaEm: '2026-11-28T00:00:00.000Z' },
});
const stored = JSON.stringify({
  email: 'ana@u.br',
  name: 'Ana',
  picture: null,
  access_token: 'old',
});

/** A provider with answers set by the test. */
function buildSource(getToken: () => Promise<Acesso | null>, signOut = async () => {}) {
  let tell: (acesso: Acesso | null) => void = () => {};
  return {
    emit: (state: Acesso | null) => tell(state),
    onAuthStateChanged(listener: typeof tell) {
      tell = listener;
      return () => {};
    },
    renewAcesso: getToken,
    signOut,
  };
}

let lib: typeof import('./session.ts');

beforeEach(async () => {
  vi.resetModules();
  localStorage.clear();
  sessionStorage.clear();
  lib = await import('./session.ts');
});
afterEach(() => vi.restoreAllMocks());

describe('start', () => {
  test('without a stored user: signed out at once, without a request', async () => {
    const getToken = vi.fn(async () => buildAcesso('new'));
    expect(lib.session.get().status).toBe('loading');
    await lib.startSession(buildSource(getToken));
    expect(lib.session.get()).toEqual({ status: 'signedOut', left: false });
    expect(getToken).not.toHaveBeenCalled();
  });

  test('a stored user gets a new token', async () => {
    localStorage.setItem('unipark.user', stored);
    await lib.startSession(buildSource(async () => buildAcesso('new')));
    expect(lib.bearerToken()).toBe('new');
    expect(JSON.parse(localStorage.getItem('unipark.user') ?? '')).toEqual({
      email: 'ana@u.br',
      name: 'Ana',
      picture: null,
      access_token: 'new',
    });
  });

  test('an ended session clears the stored user', async () => {
    localStorage.setItem('unipark.user', stored);
    await lib.startSession(buildSource(async () => null));
    expect(lib.session.get()).toEqual({ status: 'signedOut', left: false });
    expect(localStorage.getItem('unipark.user')).toBeNull();
  });

  test('without a server the stored user stays', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    localStorage.setItem('unipark.user', stored);
    await lib.startSession(buildSource(() => Promise.reject(new Error('offline'))));
    expect(lib.bearerToken()).toBe('old');
  });

  test.each(['{', '[]', '"x"', '{"email":1}'])(
    'an unreadable stored value counts as no user: %s',
    async (text) => {
      localStorage.setItem('unipark.user', text);
      await lib.startSession(buildSource(async () => buildAcesso('new')));
      expect(lib.session.get().status).toBe('signedOut');
    },
  );
});

test('simultaneous renewals share one request', async () => {
  const getToken = vi.fn(async () => buildAcesso('new'));
  await lib.startSession(buildSource(getToken));
  expect(await Promise.all([lib.renewToken(), lib.renewToken()])).toEqual([true, true]);
  expect(getToken).toHaveBeenCalledOnce();
  await lib.renewToken();
  expect(getToken).toHaveBeenCalledTimes(2);
});

test('a refusal that comes after a new sign-in is not the end of the session', async () => {
  let refuse: (state: null) => void = () => {};
  const source = buildSource(() => new Promise((resolve) => (refuse = resolve)));
  await lib.startSession(source);
  source.emit(buildAcesso('old'));
  const late = lib.renewToken();
  source.emit(buildAcesso('new'));
  refuse(null);
  expect(await late).toBe(true);

  const ended = lib.renewToken();
  refuse(null);
  expect(await ended).toBe(false);
});

test.each([
  ['reached', undefined],
  ['did not reach', '1'],
])(
  'an answer asked for before a sign-out in another tab, which %s the server, signs nobody in',
  async (_, pending) => {
    let answer: (state: Acesso) => void = () => {};
    const source = buildSource(() => new Promise((resolve) => (answer = resolve)));
    await lib.startSession(source);
    source.emit(buildAcesso('old'));
    const late = lib.renewToken();
    if (pending) localStorage.setItem('unipark.sair', pending);
    localStorage.removeItem('unipark.user');
    window.dispatchEvent(new StorageEvent('storage', { key: 'unipark.user' }));
    answer(buildAcesso('new'));
    await late;
    expect(lib.session.get().status).toBe('signedOut');
    expect(localStorage.getItem('unipark.user')).toBeNull();
    expect(localStorage.getItem('unipark.sair')).toBe(pending ?? null);
  },
);

test('the role comes once the server answers after a start without it', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  localStorage.setItem('unipark.user', stored);
  const getToken = vi.fn<() => Promise<Acesso>>().mockRejectedValueOnce(new Error('offline'));
  const acesso = buildAcesso('new');
  getToken.mockResolvedValue({ ...acesso, user: { ...acesso.user, admin: true } });
  await lib.startSession(buildSource(getToken));
  expect(lib.session.get()).toMatchObject({ status: 'signedIn', admin: false });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(lib.session.get()).toMatchObject({ status: 'signedIn', admin: true });
  vi.useRealTimers();
});

test('a tab that starts again for another person shows none of the drafts of the one before', async () => {
  localStorage.setItem('unipark.user', stored);
  await lib.startSession(buildSource(async () => buildAcesso('new')));
  sessionStorage.setItem('unipark.rascunho.veiculo', '{}');
  vi.resetModules();
  lib = await import('./session.ts');
  localStorage.setItem('unipark.user', stored.replaceAll('ana', 'bia'));
  const { user, ...acesso } = buildAcesso('new');
  const daBia = { ...acesso, user: { ...user, email: 'bia@u.br' } };
  await lib.startSession(buildSource(async () => daBia));
  expect(sessionStorage.getItem('unipark.rascunho.veiculo')).toBeNull();
});

test('a sign-out in another tab signs out here', async () => {
  const source = buildSource(async () => buildAcesso('new'));
  await lib.startSession(source);
  source.emit(buildAcesso('new'));
  expect(lib.session.get().status).toBe('signedIn');
  localStorage.removeItem('unipark.user');
  window.dispatchEvent(new StorageEvent('storage', { key: 'unipark.user' }));
  expect(lib.session.get()).toEqual({ status: 'signedOut', left: true });
});

describe('sign-out', () => {
  test('clears the user and the drafts, and nothing else', async () => {
    const source = buildSource(async () => null);
    await lib.startSession(source);
    source.emit(buildAcesso('new'));
    sessionStorage.setItem('unipark.rascunho.veiculo', '{}');
    localStorage.setItem('unipark.tema', 'escuro');
    await lib.endSession();
    expect(lib.session.get()).toEqual({ status: 'signedOut', left: true });
    expect(localStorage.getItem('unipark.user')).toBeNull();
    expect(sessionStorage.length).toBe(0);
    expect(localStorage.getItem('unipark.sair')).toBeNull();
    expect(localStorage.getItem('unipark.tema')).toBe('escuro');
  });

  test('without a server: signed out here, the caller is told, and the next start finishes it', async () => {
    const source = buildSource(
      async () => buildAcesso('x'),
      () => Promise.reject(new Error('offline')),
    );
    await lib.startSession(source);
    source.emit(buildAcesso('new'));
    await expect(lib.endSession()).rejects.toThrow('offline');
    expect(lib.session.get().status).toBe('signedOut');

    vi.resetModules();
    const next = await import('./session.ts');
    const signOut = vi.fn(async () => {});
    localStorage.setItem('unipark.user', stored);
    await next.startSession(buildSource(async () => buildAcesso('x'), signOut));
    expect(signOut).toHaveBeenCalledOnce();
    expect(next.session.get().status).toBe('signedOut');
    expect(localStorage.getItem('unipark.sair')).toBeNull();
  });
});

test('a sign-in cancels a sign-out that the server has not received', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const source = buildSource(
    async () => buildAcesso('x'),
    () => Promise.reject(new Error('offline')),
  );
  await lib.startSession(source);
  source.emit(buildAcesso('new'));
  await expect(lib.endSession()).rejects.toThrow('offline');
  expect(localStorage.getItem('unipark.sair')).toBe('1');
  source.emit(buildAcesso('again'));
  expect(localStorage.getItem('unipark.sair')).toBeNull();

  vi.resetModules();
  const next = await import('./session.ts');
  const signOut = vi.fn(async () => {});
  await next.startSession(buildSource(async () => buildAcesso('fresh'), signOut));
  expect(signOut).not.toHaveBeenCalled();
  expect(next.bearerToken()).toBe('fresh');
});

describe('the in-place sign-in and other tabs', () => {
  const fromAnotherTab = (user: string | null) => {
    if (user) localStorage.setItem('unipark.user', user);
    else localStorage.removeItem('unipark.user');
    window.dispatchEvent(new StorageEvent('storage', { key: 'unipark.user' }));
  };
  const inTime = <T>(promise: Promise<T>) =>
    Promise.race([promise, new Promise((resolve) => setTimeout(resolve, 200, 'still waiting'))]);

  beforeEach(async () => {
    const source = buildSource(async () => null);
    await lib.startSession(source);
    source.emit(buildAcesso('new'));
  });

  test('without a signed-in person the dialog is not shown', async () => {
    fromAnotherTab(null);
    expect(await inTime(lib.askSignIn())).toBe(false);
    expect(lib.signInPrompt.get()).toBeNull();
    expect(lib.session.get().status).toBe('signedOut');
  });

  test('a sign-out in another tab closes the dialog', async () => {
    const answer = lib.askSignIn();
    fromAnotherTab(null);
    expect(await inTime(answer)).toBe(false);
    expect(lib.signInPrompt.get()).toBeNull();
  });

  test('a sign-in in another tab answers the dialog', async () => {
    const answer = lib.askSignIn();
    fromAnotherTab(stored.replace('old', 'from another tab'));
    expect(await inTime(answer)).toBe(true);
    expect(lib.signInPrompt.get()).toBeNull();
    expect(lib.bearerToken()).toBe('from another tab');
  });

  test('after another person’s sign-in in another tab the request is not sent in their name', async () => {
    const answer = lib.askSignIn();
    fromAnotherTab(stored.replaceAll('ana@u.br', 'bia@u.br'));
    expect(await inTime(answer)).toBe(false);
    expect(lib.session.get()).toMatchObject({ status: 'signedIn', user: { email: 'bia@u.br' } });
  });

  test('another person’s sign-in in another tab ends what this tab holds of the one before', async () => {
    const seen: string[] = [];
    lib.session.subscribe(() => seen.push(lib.session.get().status));
    fromAnotherTab(stored.replace('old', 'renewed'));
    expect(seen).toEqual(['signedIn']);
    sessionStorage.setItem('unipark.rascunho.veiculo', '{}');
    fromAnotherTab(stored.replaceAll('ana@u.br', 'bia@u.br'));
    expect(seen.slice(1, 3)).toEqual(['signedOut', 'signedIn']);
    expect(sessionStorage.getItem('unipark.rascunho.veiculo')).toBeNull();
  });
});

describe('the role of administrator', () => {
  const admin = (): Acesso => ({
    ...buildAcesso('new'),
    user: { ...buildAcesso('new').user, admin: true },
  });

  test('comes with the token and is never stored', async () => {
    localStorage.setItem('unipark.user', stored);
    await lib.startSession(buildSource(async () => admin()));
    expect(lib.session.get()).toMatchObject({ status: 'signedIn', admin: true });
    expect(localStorage.getItem('unipark.user')).not.toContain('admin');
  });

  test('is requested again for another person in another tab', async () => {
    let whoever: Acesso = admin();
    localStorage.setItem('unipark.user', stored);
    await lib.startSession(buildSource(async () => whoever));
    whoever = { ...buildAcesso('hers'), user: { ...buildAcesso('hers').user, email: 'bia@u.br' } };
    localStorage.setItem('unipark.user', stored.replaceAll('ana@u.br', 'bia@u.br'));
    window.dispatchEvent(new StorageEvent('storage', { key: 'unipark.user' }));
    expect(lib.session.get()).toMatchObject({ admin: false });
    await until(() => expect(lib.bearerToken()).toBe('hers'));
  });
});

describe('the copy of the register for use without a server', () => {
  const UNTIL = 'unipark.cadastro.ate';
  const keepFor = (ms: number) => localStorage.setItem(UNTIL, String(Date.now() + ms));

  test('is deleted at sign-out', async () => {
    const source = buildSource(async () => null);
    await lib.startSession(source);
    source.emit(buildAcesso('new'));
    keepFor(60_000);
    await lib.endSession();
    expect(localStorage.getItem(UNTIL)).toBeNull();
  });

  test('is deleted at a start after its time, and not before', async () => {
    localStorage.setItem('unipark.user', stored);
    keepFor(60_000);
    await lib.startSession(buildSource(async () => buildAcesso('new')));
    expect(localStorage.getItem(UNTIL)).not.toBeNull();
    keepFor(-1);
    await lib.startSession(buildSource(async () => buildAcesso('new')));
    expect(localStorage.getItem(UNTIL)).toBeNull();
  });

  test('is deleted at a start without a server after its time', async () => {
    localStorage.setItem('unipark.user', stored);
    keepFor(-1);
    await lib.startSession(buildSource(() => Promise.reject(new Error('no server'))));
    expect(lib.session.get()).toMatchObject({ status: 'signedIn' });
    expect(localStorage.getItem(UNTIL)).toBeNull();
  });
});

test('cancelling the in-place sign-in signs out', async () => {
  const source = buildSource(async () => null);
  await lib.startSession(source);
  source.emit(buildAcesso('new'));
  const both = Promise.all([lib.askSignIn(), lib.askSignIn()]);
  lib.signInPrompt.get()?.answer(false);
  expect(await both).toEqual([false, false]);
  expect(lib.signInPrompt.get()).toBeNull();
  expect(lib.session.get()).toEqual({ status: 'signedOut', left: true });
});
