import { useUnread } from '../lib/notices.ts';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Bell } from './Bell.tsx';
import { Clock } from './Clock.tsx';
import { ConnectionDot } from './ConnectionDot.tsx';
import { Overflow } from './Overflow.tsx';
import { useThemeSwitch } from './useThemeSwitch.ts';

type HeaderProps = { onHelp: () => void; onMessages: () => void; onLogout: () => void };

/** The menu's button stands left of this, in `SideMenu`: it must stay above the scrim. */
export function Header({ onHelp, onMessages, onLogout }: HeaderProps) {
  const theme = useThemeSwitch();
  const unread = useUnread();
  const messages = unread > 0 ? `Mensagens (${unread})` : 'Mensagens';
  return (
    <header className="@container sticky top-0 z-30 grid h-16 grid-cols-[1fr_auto_1fr] items-center gap-2 border-b border-border bg-surface pr-3 pl-[68px] max-tablet:grid-cols-[1fr_auto] tablet:px-6 max-[375px]:gap-0 max-[375px]:pr-1 max-[375px]:pl-14">
      {/* As wide as that button: with large text the clock would slide under it. */}
      <span className="min-w-12 max-tablet:hidden" />
      <Clock />
      <div className="flex items-center justify-end gap-1 tablet:gap-2">
        {/* With large text the word goes first: the line under the header tells what matters. */}
        <span className="hidden @min-[48rem]:inline max-desktop:hidden">
          <ConnectionDot />
        </span>
        <span className="flex items-center gap-1 max-tablet:hidden">
          <Bell />
          <IconButton icon="help" size={48} label="Ajuda: lista de atalhos" onClick={onHelp} />
          <IconButton icon={theme.icon} size={48} label={theme.label} onClick={theme.change} />
        </span>
        <span className="tablet:hidden">
          <Overflow
            items={[
              { label: messages, icon: 'bell', onSelect: onMessages },
              { label: 'Ajuda: lista de atalhos', icon: 'help', onSelect: onHelp },
              { label: theme.label, icon: theme.icon, onSelect: theme.change },
            ]}
          />
        </span>
        <Button variant="logout" onClick={onLogout} className="max-[375px]:px-2.5!">
          Logout
        </Button>
      </div>
    </header>
  );
}
