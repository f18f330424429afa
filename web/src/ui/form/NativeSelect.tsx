import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../Icon.tsx';
import { controlClass } from './controlLook.ts';

type NativeSelectProps = ComponentProps<'select'> & {
  options?: readonly { value: string; label: string }[];
  placeholder?: string;
  /** As wide as its text, with the pale border of filters. */
  compact?: boolean;
};

/** A native select in our box. `ref` is the select. */
export function NativeSelect({
  options,
  placeholder,
  compact = false,
  className,
  children,
  ...props
}: NativeSelectProps) {
  return (
    <span className={cx('relative', compact ? 'inline-block' : 'block')}>
      <select
        {...props}
        className={controlClass(
          cx(
            'appearance-none truncate pr-9',
            compact && 'w-auto max-w-full border-border! text-sm font-medium',
            className,
          ),
        )}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <Icon
        name="chevron-down"
        size={18}
        className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
