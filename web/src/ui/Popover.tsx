import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { IconName } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';

export type PopoverProps = {
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

const load = () => import('./PopoverPanel.tsx');
const PopoverPanel = lazy(() => load().then((file) => ({ default: file.PopoverPanel })));
const preload = () => void load().catch(() => undefined);

/** A small panel under an icon button (the bell); loaded when it is first wanted, as `Menu`. */
export function Popover({ onOpenChange, ...props }: PopoverProps) {
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const change = (next: boolean) => {
    setWanted(true);
    setOpen(next);
    onOpenChange?.(next);
  };
  const { icon, label, size, badge } = props;
  const button = (
    <IconButton
      icon={icon}
      label={label}
      size={size}
      badge={badge}
      aria-haspopup="dialog"
      aria-expanded={open}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => change(true)}
    />
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <PopoverPanel {...props} open={open} onChange={change} />
    </Suspense>
  );
}
