import type { CSSProperties } from 'react';
import { cx } from '../cx.ts';
import type { FieldControl } from './Field.tsx';
import { useTypeAhead } from './useTypeAhead.ts';

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

/** Native radios, each a square of colour with its name. Letters choose too. */
export function SwatchRadios({
  name,
  options,
  value,
  onChange,
  disabled,
  required,
  ...group
}: SwatchRadiosProps) {
  const typeAhead = useTypeAhead(options, value, onChange);
  return (
    <div
      {...group}
      role="radiogroup"
      aria-required={required}
      onKeyDown={typeAhead}
      className="-mx-1.5 grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-1 @min-[52rem]:grid-cols-8"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'flex min-h-9 items-center gap-1.5 rounded-control px-1.5 text-sm pointer-coarse:min-h-11',
            'transition-colors duration-150 hover:bg-hover has-checked:bg-tint',
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
