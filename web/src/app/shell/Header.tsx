import { Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import { markAllRead } from '../../lib/screen/notices.ts';
import { switchTema, tema, useShownTema } from '../../lib/screen/theme.ts';
import { useStore } from '../../lib/store.ts';
import { clock } from '../../lib/time/format.ts';
import { useMinute } from '../../lib/time/useMinute.ts';
import { connected, watchConnection } from '../../lib/wire/connection.ts';
import { part } from '../../lib/wire/parts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { formatBadge } from '../../ui/button/formatBadge.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Popover } from '../../ui/dialog/Popover.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { askServer } from './serverNotice.ts';
import { useUnread } from './unread.ts';

const NoticeList = part(() => import('./NoticeList.tsx').then((m) => m.NoticeList));

type HeaderProps = {
  /** A demonstration says so on every screen. */
  isDemo: boolean;
  onPalette: () => void;
  onHelp: () => void;
  onMessages: () => void;
  onLogout: () => void;
};

/** The menu's button is in `SideMenu`, left of this: it must stay above the scrim. */
export function Header({ isDemo, onPalette, onHelp, onMessages, onLogout }: HeaderProps) {
  const theme = useThemeSwitch();
  const unread = useUnread();
  const messages = unread > 0 ? `Mensagens (${unread})` : 'Mensagens';
  return (
    <header className="@container sticky top-0 z-30 grid h-16 grid-cols-[1fr_auto_1fr] items-center gap-2 border-b border-border bg-surface pr-3 pl-[68px] max-tablet:grid-cols-[1fr_auto] tablet:px-6 max-[375px]:gap-0 max-[375px]:pr-1 max-[375px]:pl-14">
      {/* As wide as that button: with large text the clock would slide under it. */}
      <span className="min-w-12 max-tablet:hidden" />
      <div className="flex items-center gap-2 max-tablet:flex-col max-tablet:items-start max-tablet:gap-0">
        <Clock />
        {isDemo && <DemoMark />}
      </div>
      <div className="flex items-center justify-end gap-1 tablet:gap-2">
        {/* With large text the word is hidden first: the line under the header has the important part. */}
        <span className="hidden @min-[48rem]:inline max-desktop:hidden">
          <ConnectionDot />
        </span>
        <span className="flex items-center gap-1 max-tablet:hidden">
          <PaletteButton onPress={onPalette} />
          <Bell />
          <IconButton icon="help" size={48} label="Ajuda: lista de atalhos" onClick={onHelp} />
          <IconButton icon={theme.icon} size={48} label={theme.label} onClick={theme.change} />
        </span>
        <span className="tablet:hidden">
          <Overflow
            items={[
              { label: PALETTE, icon: 'search', onSelect: onPalette },
              { label: messages, icon: 'bell', onSelect: onMessages },
              { label: 'Ajuda: lista de atalhos', icon: 'help', onSelect: onHelp },
              { label: theme.label, icon: theme.icon, onSelect: theme.change },
              { label: 'Usar tema noturno', icon: 'moon', onSelect: () => tema.set('noturno') },
            ]}
            badge={unread}
          />
        </span>
        <Button variant="logout" onClick={onLogout} className="max-[375px]:px-2.5!">
          Logout
        </Button>
      </div>
    </header>
  );
}

const PALETTE = 'Ir para, criar ou encontrar';

/** With its key where the header has the room. */
const PaletteButton = ({ onPress }: { onPress: () => void }) => (
  <Button
    variant="ghost"
    icon="search"
    aria-keyshortcuts="Control+K"
    title={PALETTE}
    onClick={onPress}
    className="min-h-12 min-w-12 px-3!"
  >
    <span className="sr-only">{PALETTE}</span>
    <span aria-hidden="true" className="text-xs text-muted max-[1199px]:hidden">
      Ctrl K
    </span>
  </Button>
);

/** On a phone it stands under the clock, within the header's height. */
const DemoMark = () => (
  <span className="rounded-full border border-chip-border bg-chip-warning-bg px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap text-chip-warning max-tablet:-mt-3 max-tablet:px-1.5 max-tablet:py-0 max-tablet:text-xs">
    Demonstração
  </span>
);

function Clock() {
  const now = useMinute();
  return (
    <Link
      to="/home"
      title="Página Inicial"
      className="inline-flex min-h-11 items-center rounded-control text-lg font-semibold whitespace-nowrap text-text tablet:px-3 max-tablet:px-1 max-tablet:text-base max-[360px]:px-0! max-[360px]:text-xs!"
    >
      <span className="sr-only">Página Inicial, </span>
      <time dateTime={now.toISOString()}>{clock(now)}</time>
    </Link>
  );
}

/** Says that the server answers. When it does not, `OfflineLine` says so, and this keeps its place. */
function ConnectionDot() {
  const isConnected = useStore(connected);
  useEffect(() => watchConnection(askServer), []);
  return (
    <span
      className={`inline-flex items-center gap-2 px-2 text-sm text-muted ${isConnected ? '' : 'invisible'}`}
    >
      <span aria-hidden="true" className="size-2.5 rounded-full bg-positive" />
      Conectado
    </span>
  );
}

/** The session's messages under a bell with the number of unread ones. */
function Bell() {
  const unread = useUnread();
  return (
    <Popover
      icon="bell"
      size={48}
      badge={unread}
      label={unread > 0 ? `Mensagens, ${formatBadge(unread)} por ler` : 'Mensagens'}
      title="Mensagens desta sessão"
      onOpenChange={(open) => {
        // They are marked as read when the panel closes.
        if (!open) markAllRead();
      }}
    >
      {(close) => (
        <Suspense>
          <NoticeList onDone={close} />
        </Suspense>
      )}
    </Popover>
  );
}

type OverflowProps = {
  items: readonly { label: string; icon: IconName; onSelect: () => void }[];
  /** Unread messages: on a phone the bell is among the items. */
  badge: number;
};

function Overflow({ items, badge }: OverflowProps) {
  return (
    <Popover
      icon="more"
      badge={badge}
      label={badge > 0 ? `Mais opções, ${formatBadge(badge)} por ler` : 'Mais opções'}
      title="Mais opções"
      width={280}
    >
      {(close) => (
        <ul className="flex flex-col">
          {items.map(({ label, icon, onSelect }) => (
            <li key={label}>
              <Button
                variant="ghost"
                block
                icon={icon}
                className="justify-start! px-2!"
                onClick={() => {
                  close();
                  onSelect();
                }}
              >
                {label}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

/** Switches between light and the last dark theme; the profile offers all four themes. */
function useThemeSwitch(): { label: string; icon: IconName; change: () => void } {
  const isLight = useShownTema() === 'claro';
  return {
    label: isLight ? 'Usar tema escuro' : 'Usar tema claro',
    icon: isLight ? 'sun' : 'moon',
    change: switchTema,
  };
}
