import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { PopoverButton, type PopoverButtonLook } from './PopoverButton.tsx';

const FLOATING = cx(
  'rounded-panel border border-border bg-surface text-text shadow-float outline-none',
  'transition-[opacity,transform] duration-150 ease-out',
  'data-[starting-style]:-translate-y-1 data-[starting-style]:opacity-0 data-[ending-style]:opacity-0',
);

export type PopoverPanelProps = PopoverButtonLook & {
  title: ReactNode;
  width?: number;
  children: ReactNode | ((close: () => void) => ReactNode);
  open: boolean;
  onChange: (open: boolean) => void;
};

/** The button with its panel; loaded by the first press of the button. */
export function PopoverPanel({
  label,
  icon,
  size,
  badge,
  named,
  title,
  width = 360,
  open,
  onChange,
  children,
}: PopoverPanelProps) {
  return (
    <Base.Root open={open} onOpenChange={onChange}>
      <Base.Trigger render={<PopoverButton {...{ icon, label, size, badge, named }} />} />
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
