import { Button } from './Button.tsx';
import { NativeSelect } from './NativeSelect.tsx';

const LIMITS = [25, 50, 100];

type PagerProps = {
  /** Whether there is a page before, and after. */
  previous: boolean;
  next: boolean;
  onPrevious: () => void;
  onNext: () => void;
  limit: number;
  onLimit: (limit: number) => void;
};

/** Forward and back by cursor: there are no page numbers to know. */
export function Pager({ previous, next, onPrevious, onNext, limit, onLimit }: PagerProps) {
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center gap-2">
      <div className="-ml-3 mr-auto max-tablet:hidden">
        <NativeSelect
          compact
          aria-label="Itens por página"
          value={String(limit)}
          onChange={(event) => onLimit(Number(event.target.value))}
          options={LIMITS.map((count) => ({ value: String(count), label: `${count} por página` }))}
          className="border-transparent!"
        />
      </div>
      <Button icon="chevron-left" disabled={!previous} onClick={onPrevious}>
        Anterior
      </Button>
      <Button
        iconAfter="chevron-right"
        disabled={!next}
        onClick={onNext}
        className="max-tablet:ml-auto"
      >
        Próxima
      </Button>
    </nav>
  );
}
