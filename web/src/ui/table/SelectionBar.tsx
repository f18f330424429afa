import { type ReactNode, useEffect } from 'react';
import { focusHeading } from '../../lib/screen/focusHeading.ts';

type SelectionBarProps = {
  label: string;
  /** Buttons in one line, which a phone scrolls: a wrapped bar would cover the rows. */
  actions: ReactNode;
  children: ReactNode;
};

/** At the lower edge of the window, above the rows, which do not move when it appears. */
export function SelectionBar({ label, actions, children }: SelectionBarProps) {
  // Its own button removes it.
  useEffect(
    () => () => {
      setTimeout(() => document.activeElement === document.body && focusHeading());
    },
    [],
  );
  return (
    <section className="selection-bar" aria-label={label}>
      {children}
      <div className="relative -m-1 flex max-w-full min-w-0 gap-2 overflow-x-auto p-1 *:flex-none tablet:max-desktop:*:px-2! desktop:max-[1439.98px]:*:px-3!">
        {actions}
      </div>
    </section>
  );
}
