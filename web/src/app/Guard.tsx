import { Navigate, Outlet, useLocation } from 'react-router';
import { type PageState, usePageState } from '../lib/pageState.ts';
import { useSession } from '../lib/session.ts';
import { Starting } from './Starting.tsx';

/** Lets signed-in people through; everybody else goes to the login, which remembers the way. */
export function Guard() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const { aviso } = usePageState();

  if (session.status === 'loading') return <Starting />;
  if (session.status === 'signedIn') return <Outlet />;
  // Whoever just signed out did not ask for this page.
  const asked: PageState = session.left ? {} : { de: pathname + search, aviso };
  return <Navigate to="/" replace state={asked} />;
}
