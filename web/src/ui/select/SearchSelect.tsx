import { Combobox } from '@base-ui/react/combobox';
import { type KeyboardEvent, type MouseEvent, useId, useMemo, useRef, useState } from 'react';
import { byLabel, matching, tidy } from '../../lib/labels.ts';
import { cx } from '../cx.ts';
import { Spinner } from '../feedback/Spinner.tsx';
import { Icon } from '../Icon.tsx';
import { OptionList } from './OptionList.tsx';
import { useOptionSearch } from './useOptionSearch.ts';
import { walkTo } from './walkTo.ts';

export type SelectOption<V = string> = { label: string; value: V };

type SearchSelectProps<V> = {
  inputId: string;
  /** All options… */
  options?: readonly SelectOption<V>[];
  /** …or a search while typing. */
  loadOptions?: (term: string) => Promise<readonly SelectOption<V>[]>;
  value: SelectOption<V> | null;
  onChange: (option: SelectOption<V> | null) => void;
  placeholder?: string;
  disabled?: boolean;
  /** Typed text is accepted as an option with the text as its value (V is string then). */
  creatable?: boolean;
  noOptionsText?: string;
  'aria-errormessage'?: string;
  'aria-invalid'?: boolean;
  loading?: boolean;
  autoFocus?: boolean;
};

const NONE: readonly never[] = [];

/** The number of characters from which a search is sent. */
const MIN_CHARS = 2;

const INDICATOR =
  'flex min-w-9 items-center justify-center self-stretch text-muted hover:text-text';

/** A copy of an option is the same choice: by its value, or by its label when the value is an object. */
const isSame = (one: SelectOption<unknown>, other: SelectOption<unknown> | null): boolean =>
  typeof one.value === 'string' ? one.value === other?.value : one.label === other?.label;

const countSpoken = (count: number): string =>
  count === 1 ? '1 opção disponível' : `${count} opções disponíveis`;

/** On touch devices this closes the on-screen keyboard; the focus keeps its place in the form. */
function standStill(box: HTMLElement | null): void {
  if (!box) return;
  box.tabIndex = -1;
  box.focus({ preventScroll: true });
}

/**
 * Chooses one option, or null, from a list with a search.
 *
 * Base UI's Combobox provides the input, the options and the position of the list. It is used
 * `inline`: with a popup of its own it adds buttons with fixed English names. The chosen option is
 * drawn behind the empty input, so that typing replaces it.
 */
export function SearchSelect<V = string>({
  inputId,
  options = NONE,
  loadOptions,
  value,
  onChange,
  placeholder = 'Selecione…',
  disabled = false,
  creatable = false,
  noOptionsText = 'Nenhuma opção encontrada.',
  loading = false,
  ...field
}: SearchSelectProps<V>) {
  type Option = SelectOption<V>;
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const walked = useRef(false);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [marked, setMarked] = useState<Option | null>(null);
  const [said, setSaid] = useState('');
  const restId = useId();

  const term = typed.trim();
  const search = useOptionSearch(loadOptions, term, MIN_CHARS);
  const isBusy = loading || search.searching;
  const all = loadOptions ? search.options : options;
  // A search's answer is shown unchanged; until then earlier results are filtered by the text.
  const isAnswer = loadOptions !== undefined && !search.searching;
  const matches = useMemo(() => (isAnswer ? all : matching(all, term)), [isAnswer, all, term]);
  const created = useMemo(() => {
    const text = tidy(typed);
    const isNew = creatable && text !== '' && !byLabel(matches, text);
    return isNew ? { label: text, value: text as V } : null;
  }, [creatable, matches, typed]);
  const shown = useMemo(() => (created ? [...matches, created] : matches), [matches, created]);
  const at = open && shown.length > 0 ? Math.max(0, marked ? shown.indexOf(marked) : 0) : -1;

  const emptyText = () => {
    if (isBusy) return 'Buscando…';
    if (loadOptions && term.length < MIN_CHARS) return `Digite ao menos ${MIN_CHARS} caracteres.`;
    return search.failed ? 'Não foi possível buscar. Digite de novo.' : noOptionsText;
  };

  const show = (end: 'first' | 'last') => {
    const chosen = shown.find((option) => isSame(option, value));
    setMarked(chosen ?? shown.at(end === 'first' ? 0 : -1) ?? null);
    setOpen(true);
  };
  const close = () => {
    walked.current = false;
    setOpen(false);
    setTyped('');
    setMarked(null);
    setSaid('');
  };
  const choose = (option: Option) => {
    onChange(option);
    close();
    setSaid(`${option.label} escolhido.`);
    if (matchMedia('(pointer: coarse)').matches) standStill(box.current);
  };
  const clear = () => {
    onChange(null);
    setSaid('Escolha removida.');
  };

  /** Handles a key; true when it had a meaning here. */
  const press = (event: KeyboardEvent): boolean => {
    const { key, shiftKey } = event;
    const option = shown[at];
    if (key === 'Escape' && open) {
      // It closes the list, not the dialog around it.
      event.stopPropagation();
      close();
      return true;
    }
    if (key === 'Tab') {
      // Chooses the typed option or the one reached by keys; a list that was only opened changes nothing.
      if (option && !shiftKey && (walked.current || typed !== '')) choose(option);
      return false;
    }
    if (option && (key === 'Enter' || (key === ' ' && typed === ''))) {
      choose(option);
      return true;
    }
    if (typed === '' && value && (key === 'Backspace' || key === 'Delete')) {
      clear();
      return true;
    }
    const opens = key === 'ArrowDown' || key === 'ArrowUp' || (key === ' ' && typed === '');
    if (!open && opens) {
      walked.current = key !== ' ';
      show(key === 'ArrowUp' ? 'last' : 'first');
      return true;
    }
    const next = open ? walkTo(key, at, shown.length) : undefined;
    if (next === undefined) return false;
    walked.current = true;
    setMarked(shown[next] ?? null);
    return true;
  };

  const onMouseDown = (event: MouseEvent) => {
    if (event.button !== 0) return;
    const onInput = event.target === input.current;
    if (!onInput) {
      event.preventDefault();
      input.current?.focus();
    }
    if (!open) show('first');
    else if (!onInput) close();
  };

  return (
    <Combobox.Root<Option>
      inline
      virtualized
      id={inputId}
      open={open}
      items={shown}
      filter={null}
      highlightItemOnHover={false}
      disabled={disabled}
      value={null}
      onValueChange={(option, { reason }) => {
        if (option && reason === 'item-press') choose(option);
      }}
      inputValue={typed}
      onInputValueChange={(text, { reason }) => {
        if (reason !== 'input-change') return;
        setTyped(text);
        setOpen(true);
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the box only makes the target of the input larger */}
      <div
        ref={box}
        data-select=""
        onMouseDown={onMouseDown}
        className={cx(
          'flex min-h-11 items-center rounded-control border pr-1 pl-3 transition-colors duration-150',
          'focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-focus',
          disabled ? 'pointer-events-none border-border bg-hover' : 'cursor-text bg-surface',
          !disabled && (field['aria-invalid'] ? 'border-danger' : 'border-control'),
        )}
      >
        <span className="grid min-w-0 grow items-center">
          {typed === '' ? (
            <span
              id={restId}
              className={cx(
                'pointer-events-none col-start-1 row-start-1 truncate max-tablet:text-[1rem]',
                value && !disabled ? 'text-text' : 'text-muted',
              )}
            >
              {value?.label ?? placeholder}
            </span>
          ) : null}
          <Combobox.Input
            {...field}
            ref={input}
            id={inputId}
            aria-describedby={typed === '' ? restId : undefined}
            aria-expanded={open}
            aria-activedescendant={at < 0 ? undefined : `${inputId}-${at}`}
            onKeyDown={(event) => {
              // Base UI's keys have no pages, use Home for the text, and clear the choice with Escape.
              event.preventBaseUIHandler();
              if (!event.nativeEvent.isComposing && press(event)) event.preventDefault();
            }}
            onBlur={close}
            className="col-start-1 row-start-1 w-full min-w-0 bg-transparent text-text outline-none!"
          />
        </span>
        {isBusy ? <Spinner size={18} className="text-muted" /> : null}
        {value && !disabled ? (
          <button
            type="button"
            tabIndex={-1}
            aria-label="Limpar escolha"
            onMouseDown={(event) => {
              event.preventDefault();
              event.stopPropagation();
            }}
            onClick={() => {
              clear();
              input.current?.focus();
            }}
            className={INDICATOR}
          >
            <Icon name="x" size={18} />
          </button>
        ) : null}
        <span aria-hidden="true" className={INDICATOR}>
          <Icon name="chevron-down" size={18} />
        </span>
      </div>
      <span role="log" className="sr-only">
        {at < 0 ? said : `${countSpoken(shown.length)}${typed && ` para ${typed}`}.`}
      </span>
      {open ? (
        <OptionList
          anchor={box}
          options={shown}
          at={at}
          typed={typed}
          isChosen={(option) => isSame(option, value)}
          textOf={(option) => (option === created ? `Usar "${option.label}"` : option.label)}
          onPoint={setMarked}
          emptyText={emptyText()}
        />
      ) : null}
    </Combobox.Root>
  );
}
