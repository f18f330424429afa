import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  /** Drawn in the box of the filters. */
  boxed?: boolean;
};

/** A native checkbox with a target of 44 px. */
export function Checkbox({ label, boxed, className, ...props }: CheckboxProps) {
  return (
    <label
      className={cx(
        'inline-flex min-h-11 items-center gap-2.5 text-sm font-medium',
        boxed &&
          'rounded-control border border-border bg-surface px-3 has-checked:border-primary has-checked:bg-tint',
        className,
      )}
    >
      <input {...props} type="checkbox" className="size-5 shrink-0" />
      <span>{label}</span>
    </label>
  );
}
