import { Popover as Base } from '@base-ui/react/popover';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';
import type { PopoverProps } from './Popover.tsx';
import { FLOATING } from './popupLook.ts';

type PopoverPanelProps = Omit<PopoverProps, 'onOpenChange'> & {
  open: boolean;
  onChange: (open: boolean) => void;
};

/** The panel itself; loaded by the first press of its button. */
export function PopoverPanel({
  label,
  icon,
  size,
  badge,
  title,
  width = 360,
  open,
  onChange,
  children,
}: PopoverPanelProps) {
  return (
    <Base.Root open={open} onOpenChange={onChange}>
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
              {typeof children === 'function' ? children(() => onChange(false)) : children}
            </div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
