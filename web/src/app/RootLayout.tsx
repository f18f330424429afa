import { Suspense, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { focusHeading } from '../lib/focusHeading.ts';
import { toasterWanted } from '../lib/notices.ts';
import { part } from '../lib/parts.ts';
import { useStore } from '../lib/store.ts';
import { SilentBoundary } from '../ui/SilentBoundary.tsx';
import { screenOf } from './overlays.ts';
import { titleOf } from './titles.ts';

const Toaster = part(() => import('../ui/Toaster.tsx').then((m) => m.Toaster));

/** What every screen shares: the title, the focus after a navigation, the toasts. */
export function RootLayout() {
  const { pathname } = useLocation();
  const withToaster = useStore(toasterWanted);
  const screen = screenOf(useMatches());
  const shown = useRef(screen);

  useEffect(() => {
    const title = titleOf(pathname);
    document.title = title ? `${title} · UNIPARK` : 'UNIPARK';
  }, [pathname]);

  useEffect(() => {
    if (shown.current === screen) return;
    shown.current = screen;
    // Screens that put the cursor into a field of theirs have done so by now.
    const field = document.activeElement?.closest('main input, main textarea, main select');
    if (!field) focusHeading();
  }, [screen]);

  return (
    <>
      <Outlet />
      <ScrollRestoration />
      {withToaster && (
        <SilentBoundary>
          <Suspense>
            <Toaster />
          </Suspense>
        </SilentBoundary>
      )}
    </>
  );
}
