import { lazy, Suspense, useState } from 'react';
import { PopoverButton } from './PopoverButton.tsx';
import type { PopoverPanelProps } from './PopoverPanel.tsx';

type PopoverProps = Omit<PopoverPanelProps, 'open' | 'onChange'> & {
  onOpenChange?: (open: boolean) => void;
};

const load = () => import('./PopoverPanel.tsx');
const PopoverPanel = lazy(() => load().then((file) => ({ default: file.PopoverPanel })));
const preload = () => void load().catch(() => undefined);

/** A small panel under a button (the bell), loaded at its first opening: every screen has one. */
export function Popover({ onOpenChange, ...props }: PopoverProps) {
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const change = (next: boolean) => {
    setWanted(true);
    setOpen(next);
    onOpenChange?.(next);
  };
  const { icon, label, size, badge, named } = props;
  const button = (
    <PopoverButton
      {...{ icon, label, size, badge, named }}
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
