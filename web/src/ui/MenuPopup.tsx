import { Menu as Base } from '@base-ui/react/menu';
import { Link } from 'react-router';
import { cx } from './cx.ts';
import { Icon, type IconName } from './Icon.tsx';
import { MenuTrigger, type MenuTriggerProps } from './MenuTrigger.tsx';
import { FLOATING } from './popupLook.ts';

export type MenuItem = {
  label: string;
  icon?: IconName;
  danger?: boolean;
  disabled?: boolean;
  /** Goes somewhere… */
  to?: string;
  /** …or does something. */
  onSelect?: () => void;
};

const ITEM = cx(
  'flex min-h-11 items-center gap-3 rounded-control px-3 text-sm font-medium outline-none select-none',
  'data-[highlighted]:bg-hover data-[disabled]:opacity-45 hover:no-underline',
);

/** The menu itself; loaded, and opened, by the first press of its button. */
export function MenuPopup({
  items,
  ...trigger
}: MenuTriggerProps & { items: readonly MenuItem[] }) {
  return (
    <Base.Root modal={false} defaultOpen>
      <Base.Trigger render={<MenuTrigger {...trigger} />} />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={8} collisionPadding={8} className="z-50">
          <Base.Popup className={cx(FLOATING, 'min-w-52 p-1.5')}>
            {items.map((item) => {
              const content = (
                <>
                  {item.icon ? <Icon name={item.icon} size={20} /> : null}
                  {item.label}
                </>
              );
              const className = cx(ITEM, item.danger ? 'text-danger' : 'text-text');
              return item.to ? (
                <Base.LinkItem
                  key={item.label}
                  render={<Link to={item.to} />}
                  className={className}
                  closeOnClick
                >
                  {content}
                </Base.LinkItem>
              ) : (
                <Base.Item
                  key={item.label}
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
