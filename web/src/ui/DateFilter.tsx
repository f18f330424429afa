import { useState } from 'react';

type DateFilterProps = {
  label: string;
  /** 'yyyy-mm-dd', or '' for any day. */
  value: string;
  min?: string;
  max?: string;
  onChange: (value: string) => void;
};

/** A day in the box of the filters: the browser's own field. Only a whole day in range is told. */
export function DateFilter({ label, value, min = '2000-01-01', max, onChange }: DateFilterProps) {
  // While a year is being typed the field holds days long past: they stay here.
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setTyped(value);
  }
  return (
    <label className="inline-flex min-h-11 items-center gap-2 rounded-control border border-border bg-surface px-3 text-sm font-medium has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-tablet:grow">
      {label}
      <input
        type="date"
        value={typed}
        min={min}
        max={max || undefined}
        onChange={({ target }) => {
          setTyped(target.value);
          if (target.validity.valid) onChange(target.value);
        }}
        className="min-h-9 grow bg-transparent tabular outline-none!"
      />
    </label>
  );
}
