import { focusSearch } from '../../lib/screen/focusSearch.ts';
import { Icon } from '../Icon.tsx';

type Props = { label: string; value: string; onRemove: () => void };

/** A filter that only a link sets: a press removes it. */
export const FilterChip = ({ label, value, onRemove }: Props) => (
  <button
    type="button"
    aria-label={`Remover filtro: ${label} ${value}`}
    title={`Remover filtro: ${label}`}
    onClick={() => {
      onRemove();
      // The chip disappears with its filter.
      focusSearch();
    }}
    className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-control border border-primary bg-tint px-3 text-sm font-medium text-text"
  >
    <span className="truncate">
      {label} {value}
    </span>
    <Icon name="x" size={18} />
  </button>
);
