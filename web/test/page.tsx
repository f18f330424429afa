import { createRequire } from 'node:module';
import { cleanup, configure, render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { RouterProvider } from 'react-router/dom';
import { toast } from 'react-toastify/unstyled';
import { vi } from 'vitest';
import type { TestApp } from '../../server/test/app.ts';
import { createWire, type Wire } from './wire.ts';

// Node itself loads the server, not Vite: it is no part of the page, and stays as it is.
const { buildTestApp, CONTA } = createRequire(import.meta.url)(
  '../../server/test/app.ts',
) as typeof import('../../server/test/app.ts');

export { CONTA };

// A screen is loaded in chunks, and a busy machine takes its time.
configure({ asyncUtilTimeout: 6_000 });

export type Page = { user: UserEvent; server: TestApp; wire: Wire; close: () => Promise<void> };

export type PageOptions = {
  /** An account exists (CONTA); true unless said. */
  account?: boolean;
  /** …and it is signed in. */
  signedIn?: boolean;
  /** Cities and catalogue. */
  seeded?: boolean;
  /** How the server is configured, such as SIGNUP_MODE. */
  env?: Record<string, string>;
  /** Before the page opens: data through the API, answers of the wire. */
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

/** The whole page at an address, in front of the whole server, in this process. */
export async function openPage(path: string, options: PageOptions = {}): Promise<Page> {
  const { account = true, signedIn = account, seeded = false, env, prepare } = options;
  localStorage.clear();
  sessionStorage.clear();
  // Every page begins with fresh modules: session, cache and messages are theirs.
  vi.resetModules();
  const server = await buildTestApp({ account, seeded, env });
  const wire = createWire(server);
  vi.stubGlobal('fetch', wire.fetch);
  window.history.replaceState(null, '', path);
  if (signedIn) await signIn(wire);
  await prepare?.(server, wire);
  wire.calls.length = 0;

  const { createRouter } = await import('../src/app/router.tsx');
  const { identity } = await import('../src/conta/provider.ts');
  const { startSession } = await import('../src/lib/session.ts');
  const router = createRouter();
  void startSession(identity);
  render(<RouterProvider router={router} />);

  return {
    user: userEvent.setup(),
    server,
    wire,
    async close() {
      cleanup();
      // Messages that still wait for a container are not for the next page.
      toast.dismiss();
      router.dispose();
      await server.close();
      vi.unstubAllGlobals();
    },
  };
}
