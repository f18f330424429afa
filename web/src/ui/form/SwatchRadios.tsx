import type { CSSProperties } from 'react';
import { cx } from '../cx.ts';
import type { FieldControl } from './Field.tsx';
import { onTypeAhead } from './typeAhead.ts';

type SwatchRadiosProps = Partial<FieldControl> & {
  name: string;
  /** One colour, or several drawn as stripes. */
  options: readonly { value: string; label: string; color?: string; stripes?: readonly string[] }[];
  value: string | null | undefined;
  onChange: (value: string) => void;
  disabled?: boolean;
};

const striped = (stripes: readonly string[]): CSSProperties => {
  const width = 100 / stripes.length;
  const stops = stripes.map((color, i) => `${color} ${i * width}% ${(i + 1) * width}%`);
  return { backgroundImage: `linear-gradient(135deg, ${stops.join(', ')})` };
};

/** Native radios, each a square of colour with its name. A letter chooses too. */
export function SwatchRadios({
  name,
  options,
  value,
  onChange,
  disabled,
  required,
  ...group
}: SwatchRadiosProps) {
  return (
    <div
      {...group}
      role="radiogroup"
      aria-required={required}
      onKeyDown={onTypeAhead(options, value, onChange)}
      className="grid grid-cols-[repeat(auto-fill,minmax(6.75rem,1fr))] gap-2"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'flex min-h-11 items-center gap-2 rounded-control border border-border bg-surface px-2 text-sm',
            'transition-colors duration-150 hover:bg-hover has-checked:border-primary has-checked:bg-tint',
            'has-checked:font-semibold has-checked:shadow-[inset_0_0_0_1px_var(--primary)]',
            'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          <span
            aria-hidden="true"
            className="size-5 shrink-0 rounded-[6px] border border-control"
            style={option.stripes ? striped(option.stripes) : { backgroundColor: option.color }}
          />
          <span className="truncate">{option.label}</span>
        </label>
      ))}
    </div>
  );
}
