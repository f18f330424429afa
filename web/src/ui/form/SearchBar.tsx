import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '../button/Button.tsx';
import { cx } from '../cx.ts';
import { Stack } from '../layout/Stack.tsx';
import { focusFirstRow } from '../table/focusFirstRow.ts';
import { Input } from './Input.tsx';

type Props = {
  /** The current term; the field follows a change from outside. */
  value: string;
  label: string;
  placeholder: string;
  /** The shortest term that can be sent, apart from an empty one. */
  minChars: number;
  onSearch: (term: string) => void;
  onClear: () => void;
  /** A `FilterRow` in the line of the search, as long as it fits there. */
  filters?: ReactNode;
  actions?: ReactNode;
};

/** A search term, its button, and the way back to the whole list. */
export function SearchBar({
  value,
  label,
  placeholder,
  minChars,
  onSearch,
  onClear,
  filters,
  actions,
}: Props) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setTyped(value);
  }
  const hintId = useId();
  const term = typed.trim();
  const tooShort = term.length > 0 && term.length < minChars;
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (!tooShort) onSearch(term);
  };
  const goToRows = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && focusFirstRow()) event.preventDefault();
  };
  const clear = () => {
    setTyped('');
    onClear();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form itself is the landmark
    <form role="search" onSubmit={search}>
      <Stack direction="row" gap={8} wrap>
        <div
          className={cx(
            'relative min-w-0 grow basis-56 max-tablet:basis-full tablet:max-w-120',
            filters !== undefined && 'desktop:max-[1199.98px]:basis-36',
          )}
        >
          <Input
            type="search"
            icon="search"
            autoComplete="off"
            enterKeyHint="search"
            aria-label={label}
            placeholder={placeholder}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={goToRows}
            aria-describedby={hintId}
          />
          {/* Beside the one or two characters typed: nothing below moves or is covered. */}
          <p
            id={hintId}
            role="status"
            className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-xs text-muted"
          >
            {tooShort && `Digite ao menos ${minChars} caracteres`}
          </p>
        </div>
        <Button variant="primary" type="submit" disabled={tooShort} className="max-tablet:grow">
          Buscar
        </Button>
        <Button onClick={clear} className="max-tablet:grow">
          Limpar
        </Button>
        {filters && (
          <div className="max-tablet:order-last max-tablet:w-full tablet:contents">{filters}</div>
        )}
        {actions && (
          <Stack
            direction="row"
            gap={8}
            wrap
            className={cx('max-tablet:contents', !filters && 'tablet:ml-auto')}
          >
            {actions}
          </Stack>
        )}
      </Stack>
    </form>
  );
}
