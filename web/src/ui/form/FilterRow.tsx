import { type ReactNode, useId, useState } from 'react';
import { Button } from '../button/Button.tsx';
import { cx } from '../cx.ts';

type FilterRowProps = {
  /** How many filters are set. */
  active: number;
  /** The filters. */
  children: ReactNode;
  /** The count of the list. */
  after?: ReactNode;
};

/** The filters of a list, in the line of its search; a phone opens them from a button. */
export function FilterRow({ active, children, after }: FilterRowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-2 max-tablet:w-full tablet:contents">
      <Button
        iconAfter={open ? 'chevron-up' : 'chevron-down'}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="tablet:hidden"
      >
        {active > 0 ? `Filtros (${active})` : 'Filtros'}
      </Button>
      <div
        id={id}
        className={cx(
          'gap-2 tablet:contents tablet:[&_select]:max-w-36 tablet:[&_select]:field-sizing-content',
          'max-tablet:order-last max-tablet:w-full max-tablet:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] max-tablet:[&>span,&>span>span,&_select]:w-full',
          open ? 'max-tablet:grid' : 'max-tablet:hidden',
        )}
      >
        {children}
      </div>
      {after && <div className="ml-auto flex min-h-11 items-center gap-3">{after}</div>}
    </div>
  );
}
