import { useState } from 'react';

type DateFilterProps = {
  label: string;
  /** 'yyyy-mm-dd', or '' for any day. */
  value: string;
  min?: string;
  max?: string;
  onChange: (value: string) => void;
};

/** A native date field in the box of the filters. Only a complete day in the range is reported. */
export function DateFilter({ label, value, min = '2000-01-01', max, onChange }: DateFilterProps) {
  // While a year is typed the field has days of the distant past: they are not reported.
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setTyped(value);
  }
  return (
    <label className="inline-flex min-h-11 items-center gap-1.5 rounded-control border border-border bg-surface px-2.5 text-sm font-medium has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus max-tablet:col-span-full">
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
