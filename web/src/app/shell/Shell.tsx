import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { CHAVE_ACOMPANHADA } from '../../importacoes/acompanhada.ts';
import '../../lib/screen/density.ts';
import { watchUse } from '../../lib/session/presence.ts';
import { signInPrompt, useIsAdmin } from '../../lib/session/session.ts';
import { ending, watchEnd } from '../../lib/session/sessionEnd.ts';
import { useStore } from '../../lib/store.ts';
import { useRecentHour } from '../../lib/time/useMinute.ts';
import { connected, lastAnswer } from '../../lib/wire/connection.ts';
import { logFailure } from '../../lib/wire/log.ts';
import { loadParts, part } from '../../lib/wire/parts.ts';
import { queryClient } from '../../lib/wire/query.ts';
import { AlertSlot } from './AlertSlot.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { NewVersion } from './NewVersion.tsx';
import { PrintHead } from './PrintHead.tsx';
import { SideMenu } from './SideMenu.tsx';
import { SkipLinks, useShellKeys } from './SkipLinks.tsx';
import { adminNotice, serverNotice } from './serverNotice.ts';
import { TouchedCall } from './TouchedCall.tsx';
import { keepNotices } from './unread.ts';

const LogoutDialog = part(() => import('./LogoutDialog.tsx').then((m) => m.LogoutDialog));
const HelpDialog = part(() => import('./HelpDialog.tsx').then((m) => m.HelpDialog));
const Palette = part(() => import('../palette/Palette.tsx').then((m) => m.Palette));
const MessagesDialog = part(() => import('./MessagesDialog.tsx').then((m) => m.MessagesDialog));
const SignInAgain = part(() =>
  import('../../conta/entrada/SignInAgain.tsx').then((m) => m.SignInAgain),
);
const SessionEnding = part(() => import('./SessionEnding.tsx').then((m) => m.SessionEnding));
/** Only a demonstration has hints: no other installation fetches them. */
const DemoHints = lazy(() => import('./DemoHints.tsx').then((m) => ({ default: m.DemoHints })));

type Asked = 'logout' | 'help' | 'palette' | 'messages' | undefined;

export function Shell() {
  const [menuOpen, setMenuOpen] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const toggle = useRef<HTMLButtonElement>(null);
  const prompt = useStore(signInPrompt);
  const end = useStore(ending);
  const isDemo = document.documentElement.dataset.demonstracao !== undefined;
  const help = useCallback(() => setAsked('help'), []);
  const close = () => setAsked(undefined);
  // Without a session there is nowhere to go.
  const palette = () => !prompt && !end && setAsked('palette');
  const exitFromMenu = () => {
    setMenuOpen(false);
    // The menu closes with its exit icon; Cancelar needs an element to return the focus to.
    toggle.current?.focus();
    setAsked('logout');
  };
  useShellKeys({ onHelp: help, onPalette: palette });
  useEffect(watchUse, []);
  useEffect(watchEnd, []);
  useEffect(keepNotices, []);
  useFollowedImportacao();
  const isDrawn = useDrawn();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen has parts of its own
  useEffect(() => loadParts(), [pathname]);

  return (
    <QueryClientProvider client={queryClient}>
      <SkipLinks />
      <SideMenu open={menuOpen} onToggle={setMenuOpen} onExit={exitFromMenu} toggle={toggle} />
      <div className="app-frame flex min-h-dvh flex-col" inert={menuOpen}>
        <PrintHead />
        <Header
          isDemo={isDemo}
          onPalette={palette}
          onHelp={help}
          onMessages={() => setAsked('messages')}
          onLogout={() => setAsked('logout')}
        />
        <OfflineLine />
        <AlertSlot />
        <main
          id="conteudo"
          tabIndex={-1}
          className="flex grow flex-col gap-4 px-6 py-6 outline-none short:gap-3 short:py-4 max-tablet:px-4 max-tablet:py-4"
        >
          <NewVersion />
          {isDrawn && isDemo && <DemoHints />}
          {isDrawn && <Outlet />}
        </main>
        {isDrawn && <Footer />}
        <TouchedCall />
      </div>
      <Suspense>
        {asked === 'logout' && <LogoutDialog onClose={close} />}
        {asked === 'palette' && (
          <Palette onClose={close} onHelp={help} onLogout={() => setAsked('logout')} />
        )}
        {asked === 'help' && <HelpDialog onClose={close} />}
        {asked === 'messages' && <MessagesDialog onClose={close} />}
        {prompt && <SignInAgain prompt={prompt} />}
        {end && !prompt && <SessionEnding key={end.at} ending={end} />}
      </Suspense>
    </QueryClientProvider>
  );
}

/**
 * False in the first commit: the shell is drawn before its screen is mounted. Nothing in `main` has
 * a `Suspense` of its own, so that a screen, its hint and the footer are drawn in one commit.
 */
function useDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => startTransition(() => setDrawn(true)), []);
  return isDrawn;
}

/** After a reload, an import that runs is still followed to its end. */
function useFollowedImportacao(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const id = Number(sessionStorage.getItem(CHAVE_ACOMPANHADA));
    if (id === 0) return;
    import('../../importacoes/acompanhar.ts')
      .then(({ followImportacao }) => followImportacao(id, (path) => void navigate(path)))
      .catch((error: unknown) => logFailure('importacao', error));
  }, [navigate]);
}

/** Says that the server does not answer, so that the screen may be old, or that its disk refuses writes. */
function OfflineLine() {
  const isConnected = useStore(connected);
  const faultNotice = useStore(serverNotice);
  const toMend = useStore(adminNotice);
  const isAdmin = useIsAdmin();
  const notice = faultNotice ?? (isAdmin ? toMend : null);
  const since = lastAnswer();
  return (
    <div role="status" className={isConnected ? undefined : 'sticky top-16 z-30'}>
      {!isConnected && (
        // It moves nothing: it lies on the empty edges of the header (8 px) and of the screen (12 px).
        <p className="pointer-events-none absolute inset-x-0 -top-2 border-b border-border bg-surface text-center text-xs/5 font-semibold text-chip-negative">
          <span className="block bg-chip-negative-bg px-4">
            Sem conexão
            {since === undefined ? ' com o servidor.' : <DataOf instant={since} />}
          </span>
        </p>
      )}
      {isConnected && notice && (
        <p className="border-b border-border bg-chip-warning-bg px-6 py-2 text-sm font-medium text-chip-warning max-tablet:px-4">
          {notice}
        </p>
      )}
    </div>
  );
}

const DataOf = ({ instant }: { instant: number }) => `. Dados das ${useRecentHour(instant)}`;
