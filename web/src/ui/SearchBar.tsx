import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from './Button.tsx';
import { SearchField } from './SearchField.tsx';
import { Stack } from './Stack.tsx';

type Props = {
  /** The term in force; the field follows it when it changes from outside. */
  value: string;
  label: string;
  placeholder: string;
  /** A shorter term than this, unless empty, cannot be sent. */
  minChars: number;
  onSearch: (term: string) => void;
  onClear: () => void;
  /** What stands at the end of the bar. */
  actions?: ReactNode;
};

/** A term, its button and the way back to the whole list. */
export function SearchBar({ value, minChars, onSearch, onClear, actions, ...field }: Props) {
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
  const clear = () => {
    setTyped('');
    onClear();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form itself is the landmark, as everywhere here
    <form role="search" onSubmit={search}>
      <Stack direction="row" gap={8} wrap>
        <div className="min-w-0 grow basis-60 max-tablet:basis-full tablet:max-w-120">
          <SearchField
            {...field}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            aria-describedby={hintId}
          />
        </div>
        <Button variant="primary" type="submit" disabled={tooShort} className="max-tablet:grow">
          Buscar
        </Button>
        <Button onClick={clear} className="max-tablet:grow">
          Limpar
        </Button>
        {actions && (
          <Stack direction="row" gap={8} wrap className="max-tablet:contents tablet:ml-auto">
            {actions}
          </Stack>
        )}
      </Stack>
      <p id={hintId} role="status" className="text-xs text-muted not-empty:mt-1">
        {tooShort && `Digite ao menos ${minChars} caracteres`}
      </p>
    </form>
  );
}
