import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { Icon, type IconName } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { FLOATING } from './popupLook.ts';

export type MenuItem = {
  label: ReactNode;
  icon?: IconName;
  danger?: boolean;
  disabled?: boolean;
  /** Goes somewhere… */
  to?: string;
  /** …or does something. */
  onSelect?: () => void;
};

type MenuProps = {
  /** Accessible name of the button. */
  label: string;
  icon?: IconName;
  /** With words the trigger is a button 'text ▾', without an icon button. */
  text?: string;
  size?: 44 | 48;
  items: readonly MenuItem[];
};

const ITEM = cx(
  'flex min-h-11 items-center gap-3 rounded-control px-3 text-sm font-medium outline-none select-none',
  'data-[highlighted]:bg-hover data-[disabled]:opacity-45 hover:no-underline',
);

/** A list of actions under a button. */
export function Menu({ label, icon = 'more', text, size = 44, items }: MenuProps) {
  const trigger = text ? (
    <Button icon={icon === 'more' ? undefined : icon} iconAfter="chevron-down" aria-label={label}>
      {text}
    </Button>
  ) : (
    <IconButton icon={icon} label={label} size={size} />
  );
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={8} collisionPadding={8} className="z-50">
          <Base.Popup className={cx(FLOATING, 'min-w-52 p-1.5')}>
            {items.map((item, index) => {
              const content = (
                <>
                  {item.icon ? <Icon name={item.icon} size={20} /> : null}
                  {item.label}
                </>
              );
              const className = cx(ITEM, item.danger ? 'text-danger' : 'text-text');
              return item.to ? (
                <Base.LinkItem
                  // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list without ids
                  key={index}
                  render={<Link to={item.to} />}
                  className={className}
                  closeOnClick
                >
                  {content}
                </Base.LinkItem>
              ) : (
                <Base.Item
                  // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list without ids
                  key={index}
                  disabled={item.disabled}
                  onClick={item.onSelect}
                  className={className}
                >
                  {content}
                </Base.Item>
              );
            })}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
