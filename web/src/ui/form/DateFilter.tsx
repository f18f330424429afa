import { useState } from 'react';

type DateFilterProps = {
  label: string;
  /** 'yyyy-mm-dd', or '' for any day. */
  value: string;
  min?: string;
  max?: string;
  /** A later day makes no sense; `min` and `max` are the other end of a period, which may be passed. */
  ultimo?: string;
  onChange: (value: string) => void;
};

const MINIMO = '2000-01-01';

/** The period with one of its ends changed: the other end follows an end that passes it. */
export function withDia<P extends { de?: string; ate?: string }>(
  periodo: P,
  mudanca: { de: string } | { ate: string },
): P & { de: string; ate: string } {
  const { de = '', ate = '' } = { ...periodo, ...mudanca };
  const passou = de !== '' && ate !== '' && de > ate;
  const outra = 'de' in mudanca ? { ate: de } : { de: ate };
  return { ...periodo, de, ate, ...(passou && outra) };
}

/**
 * A native date field in the box of the filters. A complete day in the range is reported at once,
 * any other complete day when the field is left: what it shows is what is applied.
 */
export function DateFilter(props: DateFilterProps) {
  const { label, value, min = MINIMO, max, ultimo = '9999', onChange } = props;
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
        onBlur={({ target }) => {
          // A half-typed day: the field shows it although its value is empty.
          if (target.validity.badInput) target.value = value;
          else if (typed === value) return;
          else if (typed === '' || (typed >= MINIMO && typed <= ultimo)) return onChange(typed);
          setTyped(value);
        }}
        className="min-h-9 grow bg-transparent tabular outline-none!"
      />
    </label>
  );
}
