import { Popover as Base } from '@base-ui/react/popover';
import { type ReactNode, useState } from 'react';
import { cx } from './cx.ts';
import type { IconName } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { FLOATING } from './popupLook.ts';

type PopoverProps = {
  /** Accessible name of the button. */
  label: string;
  icon: IconName;
  size?: 44 | 48;
  badge?: number;
  title: ReactNode;
  width?: number;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode | ((close: () => void) => ReactNode);
};

/** A small panel under an icon button (the bell). */
export function Popover({
  label,
  icon,
  size = 44,
  badge,
  title,
  width = 360,
  onOpenChange,
  children,
}: PopoverProps) {
  const [open, setOpen] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    onOpenChange?.(next);
  };
  return (
    <Base.Root open={open} onOpenChange={change}>
      <Base.Trigger render={<IconButton icon={icon} label={label} size={size} badge={badge} />} />
      <Base.Portal>
        <Base.Positioner align="end" sideOffset={8} collisionPadding={8} className="z-50">
          <Base.Popup
            className={cx(
              FLOATING,
              'max-h-[min(70dvh,560px)] max-w-[calc(100vw-16px)] overflow-y-auto',
            )}
            style={{ width }}
          >
            <Base.Title className="border-b border-border px-4 py-3 text-base">{title}</Base.Title>
            <div className="p-4">
              {typeof children === 'function' ? children(() => change(false)) : children}
            </div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
