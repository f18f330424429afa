import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from './app/router.tsx';
import { identity } from './conta/provider.ts';
import { PENDING_SIGN_OUT_KEY, startSession } from './lib/session.ts';
import './lib/theme.ts';

// Whoever comes back from the institution's login has signed in since: nothing is left to end.
if (location.hash.startsWith('#entrar')) localStorage.removeItem(PENDING_SIGN_OUT_KEY);
void startSession(identity);

const root = document.getElementById('root');
if (root) createRoot(root).render(<RouterProvider router={createRouter()} />);
