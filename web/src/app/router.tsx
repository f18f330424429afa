import { type ComponentType, useDeferredValue } from 'react';
import {
  createBrowserRouter,
  type LazyRouteFunction,
  Navigate,
  Outlet,
  type RouteObject,
  useLocation,
} from 'react-router';
import { type PageState, usePageState } from '../lib/screen/pageState.ts';
import { useSession } from '../lib/session/session.ts';
import { RootLayout } from './RootLayout.tsx';
import { RouteFailure } from './RouteFailure.tsx';
import { Starting } from './Starting.tsx';
import { OPEN_SCREENS, SCREENS, type Screen } from './screens.ts';
import { OVER_ITS_PARENT } from './shell/overlays.ts';

type Lazy = LazyRouteFunction<RouteObject>;

/** A screen in a chunk of its own; when it fails, the shell around it stays. */
function page({ path, load, over, first, children = [] }: Screen): RouteObject {
  return {
    path,
    lazy: screen(load),
    ErrorBoundary: RouteFailure,
    ...(over && { handle: OVER_ITS_PARENT }),
    children: [
      ...(first ? [{ index: true, element: <Navigate to={first} replace /> } as const] : []),
      ...children.map(page),
    ],
  };
}

/** A chunk that fails to load throws when drawn: otherwise the router draws not even the header. */
function screen(load: () => Promise<ComponentType>): Lazy {
  return async () => {
    try {
      return { Component: await load() };
    } catch (error) {
      return {
        Component: () => {
          throw error;
        },
      };
    }
  };
}

const shell = screen(async () => {
  // Both files are requested at once: the screens of the shell need the first one.
  const wire = import('../lib/wire/query.ts');
  const file = await import('./shell/Shell.tsx');
  await wire;
  return file.Shell;
});

export const routes: RouteObject[] = [
  {
    Component: RootLayout,
    HydrateFallback: Starting,
    ErrorBoundary: RouteFailure,
    children: [
      ...OPEN_SCREENS.map(page),
      {
        Component: Guard,
        children: [{ lazy: shell, ErrorBoundary: RouteFailure, children: SCREENS.map(page) }],
      },
      { path: '*', Component: UnknownPath },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);

/** Lets signed-in people through; others are sent to the login, which keeps the address. */
function Guard() {
  const session = useSession();
  // Deferred: while the first screen is mounted, the browser draws and answers between its parts.
  const isKnown = useDeferredValue(session.status !== 'loading');
  const { pathname, search } = useLocation();
  const { aviso } = usePageState();

  if (!isKnown || session.status === 'loading') return <Starting />;
  // Another person's sign-in keeps nothing of the screen that stood here.
  if (session.status === 'signedIn') return <Outlet key={session.user.email} />;
  // After a sign-out the address is not kept: the person did not ask for this page.
  const asked: PageState = session.left ? {} : { de: pathname + search, aviso };
  return <Navigate to="/" replace state={asked} />;
}

const UNKNOWN: PageState = { aviso: 'Página não encontrada. Você está na Página Inicial.' };

function UnknownPath() {
  return <Navigate to="/home" replace state={UNKNOWN} />;
}
