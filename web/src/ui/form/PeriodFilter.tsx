import type { ListChange, ListState } from '../../lib/screen/urlState.ts';
import { DateFilter, withDia } from './DateFilter.tsx';

type Props = { estado: ListState; onChange: (mudanca: ListChange) => void };

/** The days of a list, in its filters `de` and `ate`. */
export function PeriodFilter({ estado: { filtros }, onChange }: Props) {
  const { de = '', ate = '' } = filtros;
  return (
    <>
      <DateFilter
        label="De"
        value={de}
        max={ate}
        onChange={(dia) => onChange({ filtros: withDia({ de, ate }, { de: dia }) })}
      />
      <DateFilter
        label="Até"
        value={ate}
        min={de || undefined}
        onChange={(dia) => onChange({ filtros: withDia({ de, ate }, { ate: dia }) })}
      />
    </>
  );
}
