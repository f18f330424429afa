import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import '../lib/density.ts';
import { loadParts, part } from '../lib/parts.ts';
import { watchUse } from '../lib/presence.ts';
import { queryClient } from '../lib/query.ts';
import { signInPrompt } from '../lib/session.ts';
import { ending, watchEnd } from '../lib/sessionEnd.ts';
import { useStore } from '../lib/store.ts';
import { DemonstrationLine } from './DemonstrationLine.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { NewVersion } from './NewVersion.tsx';
import { OfflineLine } from './OfflineLine.tsx';
import { SideMenu } from './SideMenu.tsx';
import { SkipLinks } from './SkipLinks.tsx';
import { useShellKeys } from './useShellKeys.ts';

const LogoutDialog = part(() => import('./LogoutDialog.tsx').then((m) => m.LogoutDialog));
const HelpDialog = part(() => import('./HelpDialog.tsx').then((m) => m.HelpDialog));
const MessagesDialog = part(() => import('./MessagesDialog.tsx').then((m) => m.MessagesDialog));
const SignInAgain = part(() => import('../conta/SignInAgain.tsx').then((m) => m.SignInAgain));
const SessionEnding = part(() => import('./SessionEnding.tsx').then((m) => m.SessionEnding));

type Asked = 'logout' | 'help' | 'messages' | undefined;

/** Everything around a signed-in person's screen. */
export function Shell() {
  const [menuOpen, setMenuOpen] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const toggle = useRef<HTMLButtonElement>(null);
  const prompt = useStore(signInPrompt);
  const end = useStore(ending);
  const help = useCallback(() => setAsked('help'), []);
  const close = () => setAsked(undefined);
  const exitFromMenu = () => {
    setMenuOpen(false);
    // The exit icon goes with the menu; Cancelar needs a place to return to.
    toggle.current?.focus();
    setAsked('logout');
  };
  useShellKeys(help);
  useEffect(watchUse, []);
  useEffect(watchEnd, []);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen brings parts of its own
  useEffect(() => loadParts(), [pathname]);

  return (
    <QueryClientProvider client={queryClient}>
      <SkipLinks />
      <SideMenu open={menuOpen} onToggle={setMenuOpen} onExit={exitFromMenu} toggle={toggle} />
      <div className="flex min-h-dvh flex-col" inert={menuOpen}>
        <Header
          onHelp={help}
          onMessages={() => setAsked('messages')}
          onLogout={() => setAsked('logout')}
        />
        <OfflineLine />
        <main
          id="conteudo"
          tabIndex={-1}
          className="flex grow flex-col gap-4 px-6 py-6 outline-none max-tablet:px-4 max-tablet:py-4"
        >
          <DemonstrationLine />
          <NewVersion />
          <Outlet />
        </main>
        <Footer />
      </div>
      <Suspense>
        {asked === 'logout' && <LogoutDialog onClose={close} />}
        {asked === 'help' && <HelpDialog onClose={close} />}
        {asked === 'messages' && <MessagesDialog onClose={close} />}
        {prompt && <SignInAgain prompt={prompt} />}
        {end && !prompt && <SessionEnding key={end.at} ending={end} />}
      </Suspense>
    </QueryClientProvider>
  );
}
