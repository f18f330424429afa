import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from './app/router.tsx';
import { identity } from './conta/provider.ts';
import { startSession } from './lib/session.ts';
import './lib/theme.ts';

void startSession(identity);

const root = document.getElementById('root');
if (root) createRoot(root).render(<RouterProvider router={createRouter()} />);
