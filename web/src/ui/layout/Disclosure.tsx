import { type ReactNode, useState } from 'react';
import { Icon } from '../Icon.tsx';

type DisclosureProps = {
  summary: string;
  hint?: string;
  /** Opens the part whenever this becomes another number than 0. */
  openOn?: number;
  children: ReactNode;
};

/** A part that is closed at first. What is in it stays rendered, so that its fields keep their values. */
export function Disclosure({ summary, hint, openOn = 0, children }: DisclosureProps) {
  const [open, setOpen] = useState(openOn !== 0);
  const [seen, setSeen] = useState(openOn);
  if (openOn !== seen) {
    setSeen(openOn);
    if (openOn !== 0) setOpen(true);
  }
  return (
    <details
      className="group"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 w-fit cursor-pointer flex-wrap items-center gap-x-2 rounded-control pr-2 font-semibold">
        <Icon name="chevron-right" size={18} className="group-open:rotate-90" />
        {summary}
        {hint && <span className="text-sm font-normal text-muted">{hint}</span>}
      </summary>
      <div className="pt-2">{children}</div>
    </details>
  );
}
