import { type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useUser } from '../../lib/session/session.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { Avatar } from '../../ui/layout/Avatar.tsx';
import { SideMenuEntries } from './SideMenuEntries.tsx';

type SideMenuProps = {
  open: boolean;
  onToggle: (open: boolean) => void;
  onExit: () => void;
  toggle: RefObject<HTMLButtonElement | null>;
};

/** A disclosure: a button with its content right after it. */
export function SideMenu({ open, onToggle, onExit, toggle }: SideMenuProps) {
  const panel = useRef<HTMLElement>(null);

  useEffect(() => {
    if (!open) return;
    panel.current?.querySelector<HTMLElement>('a')?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      onToggle(false);
      toggle.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [open, onToggle, toggle]);

  // After a link the new page's heading gets the focus; on the same page it stays here.
  const closeAndReturn = () => {
    onToggle(false);
    toggle.current?.focus();
  };
  return (
    <>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the scrim is for pointers; keys have Escape
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div className="fixed inset-0 z-40 bg-scrim" data-testid="scrim" onClick={closeAndReturn} />
      )}
      <IconButton
        ref={toggle}
        id="menu"
        icon={open ? 'close' : 'menu'}
        label={open ? 'Fechar menu' : 'Abrir menu'}
        variant="outline"
        size={48}
        aria-expanded={open}
        aria-controls={open ? 'menu-lateral' : undefined}
        onClick={() => (open ? closeAndReturn() : onToggle(true))}
        className={`fixed! top-2 bg-surface ${open ? 'left-[min(308px,100vw-56px)] z-50' : 'left-1 z-31 min-[361px]:left-3 tablet:left-6'}`}
      />
      {open && (
        <nav
          ref={panel}
          id="menu-lateral"
          aria-label="Menu principal"
          className="fixed inset-y-0 left-0 z-50 flex w-[min(300px,100vw-64px)] flex-col overflow-y-auto border-r border-border bg-surface shadow-float"
        >
          <MenuHead onFollow={closeAndReturn} onExit={onExit} />
          <SideMenuEntries onFollow={closeAndReturn} />
        </nav>
      )}
    </>
  );
}

function MenuHead({ onFollow, onExit }: { onFollow: () => void; onExit: () => void }) {
  const user = useUser();
  const name = user.name.trim() || 'Usuário';
  return (
    <div className="flex items-center gap-1 border-b border-border py-4 pr-1 pl-4">
      <Link
        to="/perfil"
        onClick={onFollow}
        className="flex min-w-0 grow items-center gap-3 rounded-control text-text hover:no-underline"
      >
        <Avatar name={name} src={user.picture} size={56} />
        <span className="min-w-0">
          <span className="block truncate font-semibold">{name}</span>
          <span className="block truncate text-xs font-normal text-muted">{user.email}</span>
        </span>
      </Link>
      <IconButton icon="logout" size={48} label="Sair" onClick={onExit} />
    </div>
  );
}
