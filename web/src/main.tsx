import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from './app/router.tsx';
import { identity } from './conta/provider.ts';
import { PENDING_SIGN_OUT_KEY, startSession } from './lib/session/session.ts';
import './lib/screen/theme.ts';

// A return from single sign-on is a new sign-in: it cancels a pending sign-out.
if (location.hash.startsWith('#entrar')) localStorage.removeItem(PENDING_SIGN_OUT_KEY);
void startSession(identity);

const root = document.getElementById('root');
if (root) {
  startTransition(() => createRoot(root).render(<RouterProvider router={createRouter()} />));
}
