import type { Ref } from 'react';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon.tsx';
import type { FieldControl } from './Field.tsx';
import { useTypeAhead } from './useTypeAhead.ts';

type RadioCardsProps<V extends string> = Partial<FieldControl> & {
  name: string;
  options: readonly { value: V; label: string; hint?: string; icon?: IconName }[];
  value: V | '' | null | undefined;
  onChange: (value: V) => void;
  disabled?: boolean;
  /** The first radio, for the focus. */
  ref?: Ref<HTMLInputElement>;
};

/** Native radios drawn as cards. Letters choose too. */
export function RadioCards<V extends string>({
  name,
  options,
  value,
  onChange,
  disabled,
  ref,
  required,
  ...group
}: RadioCardsProps<V>) {
  const typeAhead = useTypeAhead(options, value, onChange);
  return (
    <div
      {...group}
      role="radiogroup"
      aria-required={required}
      onKeyDown={typeAhead}
      className="grid grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] gap-4 max-tablet:gap-2"
    >
      {options.map((option, index) => (
        <label
          key={option.value}
          className={cx(
            'flex min-h-18 items-center gap-4 rounded-control border border-control bg-surface px-4 py-3 short:min-h-14 short:py-1',
            'transition-colors duration-150 hover:bg-hover has-checked:border-primary has-checked:bg-tint',
            'has-checked:shadow-[inset_0_0_0_1px_var(--primary)] has-disabled:opacity-60',
            'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          )}
        >
          {option.icon ? (
            <Icon
              name={option.icon}
              size={26}
              className={value === option.value ? 'text-primary' : 'text-text'}
            />
          ) : null}
          <span className="min-w-0 grow">
            <span className="block font-semibold">{option.label}</span>
            {option.hint ? <span className="block text-xs text-muted">{option.hint}</span> : null}
          </span>
          <input
            ref={index === 0 ? ref : undefined}
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            disabled={disabled}
            onChange={() => onChange(option.value)}
            className="size-5 shrink-0 outline-none"
          />
        </label>
      ))}
    </div>
  );
}
