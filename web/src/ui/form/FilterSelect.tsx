import { type ComponentProps, useRef } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../Icon.tsx';
import { NativeSelect } from './NativeSelect.tsx';

type Props = {
  label: string;
  value: string | undefined;
  options: ComponentProps<typeof NativeSelect>['options'];
  onChange: (value: string) => void;
};

/** A filter of a list. With a value it is tinted, and the button in the place of its arrow removes it. */
export function FilterSelect({ label, value = '', options, onChange }: Props) {
  const select = useRef<HTMLSelectElement>(null);
  const active = value !== '';
  return (
    <span className={cx('relative inline-flex max-w-full', active && '[&>span>svg]:hidden')}>
      <NativeSelect
        ref={select}
        compact
        aria-label={label}
        placeholder={label}
        options={options}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx('pr-11!', active && 'border-primary! bg-tint!')}
      />
      {active && (
        <button
          type="button"
          aria-label={`Remover filtro: ${label}`}
          title={`Remover filtro: ${label}`}
          onClick={() => {
            onChange('');
            select.current?.focus();
          }}
          className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-control text-text hover:bg-hover"
        >
          <Icon name="x" size={18} />
        </button>
      )}
    </span>
  );
}
