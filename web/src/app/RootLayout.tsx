import { Suspense, useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches } from 'react-router';
import { focusHeadingSoon } from '../lib/screen/focusHeading.ts';
import { toasterWanted } from '../lib/screen/notices.ts';
import { useStore } from '../lib/store.ts';
import { part } from '../lib/wire/parts.ts';
import { Boundary } from '../ui/feedback/Boundary.tsx';
import { MissingParts } from './MissingParts.tsx';
import { titleOf } from './screens.ts';
import { screenOf } from './shell/overlays.ts';

const Toasts = part(() => import('./Toasts.tsx').then((m) => m.Toasts));

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
    if (shown.current === screen) return undefined;
    shown.current = screen;
    // A screen that focuses one of its fields has done so by now.
    const field = document.activeElement?.closest('main input, main textarea, main select');
    return field ? undefined : focusHeadingSoon();
  }, [screen]);

  return (
    <>
      <Outlet />
      <ScrollRestoration />
      <MissingParts />
      {withToaster && (
        <Boundary>
          <Suspense>
            <Toasts />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}
