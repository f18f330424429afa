import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon.tsx';

type SegmentedProps<V extends string> = {
  label: string;
  name: string;
  options: readonly { value: V; label: string; icon?: IconName }[];
  value: V;
  onChange: (value: V) => void;
};

/** A few choices side by side, as native radios. */
export function Segmented<V extends string>({
  label,
  name,
  options,
  value,
  onChange,
}: SegmentedProps<V>) {
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex max-w-full flex-wrap gap-1 rounded-control border border-border bg-bg p-1"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'inline-flex min-h-11 items-center gap-2 rounded-chip px-3 text-sm font-medium text-muted max-phone:px-1.5',
            'has-checked:bg-primary has-checked:font-semibold has-checked:text-on-primary',
            // High contrast removes the background.
            'forced-colors:has-checked:underline',
            'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.icon ? <Icon name={option.icon} size={18} /> : null}
          {option.label}
        </label>
      ))}
    </div>
  );
}
