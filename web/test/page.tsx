import { createRequire } from 'node:module';
import { cleanup, configure, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import * as React from 'react';
import { RouterProvider } from 'react-router/dom';
import { toast } from 'react-toastify/unstyled';
import { vi } from 'vitest';
import type { TestApp } from '../../server/test/app.ts';
import { askOutside, createWire, type Wire } from './wire.ts';

// Node loads the server, and Vite does not process it: it is not part of the page.
const { buildTestApp, CONTA } = createRequire(import.meta.url)(
  '../../server/test/app.ts',
) as typeof import('../../server/test/app.ts');

export { CONTA };

// A screen is loaded in chunks, which takes time on a slow machine that runs other tests.
configure({ asyncUtilTimeout: 30_000 });

/**
 * React takes a stack for each element, for the tools of its developers, up to 10,000 of them in a
 * second: a twelfth of a screen's test. Its warnings stay.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>;
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => 10_000,
  set() {},
  configurable: true,
});

export type TestPage = { user: UserEvent; server: TestApp; wire: Wire; close: () => Promise<void> };

export type TestPageOptions = {
  /** An account exists (CONTA); true by default. */
  account?: boolean;
  /** …and it is signed in. */
  signedIn?: boolean;
  seeded?: boolean;
  /** Environment of the server, such as SIGNUP_MODE. */
  env?: Record<string, string>;
  /** Runs before the page opens: data by the API, answers of the wire. */
  prepare?: (server: TestApp, wire: Wire) => unknown;
};

async function signIn(wire: Wire): Promise<void> {
  const { email, password } = CONTA;
  const answer = await wire.fetch('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token, user } = await answer.json();
  const stored = { email, name: user.name, picture: null, access_token: token };
  localStorage.setItem('unipark.user', JSON.stringify(stored));
}

/** Opens the whole page at an address, with the whole server in this process. */
export async function openPage(path: string, options: TestPageOptions = {}): Promise<TestPage> {
  const { account = true, signedIn = account, seeded = false, env, prepare } = options;
  localStorage.clear();
  sessionStorage.clear();
  // Every page has fresh modules: its own session, cache and messages.
  vi.resetModules();
  vi.stubGlobal('fetch', askOutside);
  const server = await buildTestApp({ account, seeded, env });
  const wire = createWire(server);
  vi.stubGlobal('fetch', wire.fetch);
  window.history.replaceState(null, '', path);
  if (signedIn) await signIn(wire);
  await prepare?.(server, wire);
  wire.calls.length = 0;

  const { createRouter } = await import('../src/app/router.tsx');
  const { identity } = await import('../src/conta/provider.ts');
  const { session, startSession } = await import('../src/lib/session/session.ts');
  const router = createRouter();
  void startSession(identity);
  render(<RouterProvider router={router} />);

  return {
    user: userEvent.setup(),
    server,
    wire,
    async close() {
      cleanup();
      // What it still waits for asks nothing in the name of the next page.
      session.set({ status: 'signedOut', left: true });
      // Messages that wait for a container must not appear on the next page.
      toast.dismiss();
      router.dispose();
      await server.close();
      vi.unstubAllGlobals();
    },
  };
}
