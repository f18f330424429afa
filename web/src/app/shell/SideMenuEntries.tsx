import { useId, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { SCREENS } from '../screens.ts';

type MenuLink = { label: string; to: string; icon?: IconName };
type MenuParent = MenuLink & { children: MenuLink[] };

const LINKS: readonly MenuLink[] = SCREENS.flatMap(({ path, title, menu }) =>
  menu ? [{ label: menu.label ?? String(title), to: path, icon: menu.icon }] : [],
);

const isBelow = (address: string, { to }: MenuLink): boolean => address.startsWith(`${to}/`);

/** The screens with an entry, in their order; those below another one are its children. */
const MENU_ENTRIES: readonly (MenuLink | MenuParent)[] = LINKS.filter(
  ({ to }) => !LINKS.some((other) => isBelow(to, other)),
).map((link) => {
  const children = LINKS.filter(({ to }) => isBelow(to, link));
  return children.length > 0 ? { ...link, children } : link;
});

const isParent = (entry: MenuLink | MenuParent): entry is MenuParent => 'children' in entry;

const holds = (parent: MenuParent, pathname: string): boolean =>
  parent.children.some((child) => pathname === child.to || isBelow(pathname, child));

const ROW =
  'relative flex min-h-12 w-full items-center gap-4 rounded-control px-3 text-left hover:no-underline';
const OTHER = 'font-medium text-text hover:bg-hover';
/** The current entry has a 3 px bar, bold text and a tint; the link has aria-current. */
const CURRENT =
  'bg-tint font-bold text-primary before:absolute before:inset-y-2 before:-left-2 before:w-[3px] before:rounded-full before:bg-primary';

type Follow = { onFollow: () => void };

export function SideMenuEntries({ onFollow }: Follow) {
  return (
    <ul className="flex flex-col gap-0.5 p-2">
      {MENU_ENTRIES.map((entry) => (
        <li key={entry.label}>
          {isParent(entry) ? (
            <Parent entry={entry} onFollow={onFollow} />
          ) : (
            <Entry entry={entry} onFollow={onFollow} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Entry({ entry, onFollow }: Follow & { entry: MenuLink }) {
  return (
    <NavLink
      to={entry.to}
      end
      onClick={onFollow}
      className={({ isActive }) =>
        `${ROW} ${isActive ? CURRENT : OTHER} ${entry.icon ? '' : 'pl-[52px]'}`
      }
    >
      {entry.icon && <Icon name={entry.icon} />}
      {entry.label}
    </NavLink>
  );
}

function Parent({ entry, onFollow }: Follow & { entry: MenuParent }) {
  const { pathname } = useLocation();
  const isCurrent = holds(entry, pathname);
  /** Undefined until the person decides: the page may still be on its way when the menu opens. */
  const [chosen, setChosen] = useState<boolean>();
  const expanded = chosen ?? isCurrent;
  const childrenId = useId();
  return (
    <>
      <button
        type="button"
        aria-expanded={expanded}
        aria-controls={childrenId}
        onClick={() => setChosen(!expanded)}
        className={`${ROW} hover:bg-hover ${isCurrent ? 'font-bold' : 'font-medium'}`}
      >
        {entry.icon && <Icon name={entry.icon} />}
        <span className="grow">{entry.label}</span>
        <Icon name={expanded ? 'chevron-up' : 'chevron-down'} size={20} />
      </button>
      <ul
        id={childrenId}
        hidden={!expanded}
        className="mt-0.5 flex-col gap-0.5 not-[[hidden]]:flex"
      >
        {entry.children.map((child) => (
          <li key={child.to}>
            <Entry entry={child} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </>
  );
}
