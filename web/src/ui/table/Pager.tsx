import { Button } from '../button/Button.tsx';
import { NativeSelect } from '../form/NativeSelect.tsx';

const LIMITS = [25, 50, 100];

type PagerProps = {
  previous: boolean;
  next: boolean;
  /** '26–50 de 3.000' */
  range: string;
  onPrevious: () => void;
  onNext: () => void;
  limit: number;
  onLimit: (limit: number) => void;
};

/** Forward and back by cursor, without page numbers. */
export function Pager({ previous, next, range, onPrevious, onNext, limit, onLimit }: PagerProps) {
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center gap-2">
      <div className="-ml-3 max-tablet:hidden">
        <NativeSelect
          compact
          aria-label="Itens por página"
          value={String(limit)}
          onChange={(event) => onLimit(Number(event.target.value))}
          options={LIMITS.map((count) => ({ value: String(count), label: `${count} por página` }))}
          className="border-transparent!"
        />
      </div>
      <p className="mr-auto text-sm text-muted tabular max-tablet:basis-full max-tablet:text-center">
        {range}
      </p>
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
