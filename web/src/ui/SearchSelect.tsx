import { useMemo, useRef, useState } from 'react';
import Select, {
  type GroupBase,
  NonceProvider,
  type Props,
  type SelectInstance,
} from 'react-select';
import Creatable from 'react-select/creatable';
import { byLabel, matching, tidy } from '../lib/labels.ts';
import { pageNonce } from '../lib/nonce.ts';
import { selectClassNames } from './searchSelectLook.ts';
import { selectParts } from './searchSelectParts.tsx';
import { ariaLiveMessages, countSpoken } from './searchSelectTexts.ts';
import { useListKeys } from './useListKeys.ts';
import { useOptionSearch } from './useOptionSearch.ts';

export type SelectOption<V = string> = { label: string; value: V };

type SearchSelectProps<V> = {
  inputId: string;
  /** Only where no `<label htmlFor>` names the field. */
  label?: string;
  /** All there is to choose from… */
  options?: readonly SelectOption<V>[];
  /** …or a search, asked while typing. */
  loadOptions?: (term: string) => Promise<readonly SelectOption<V>[]>;
  value: SelectOption<V> | null;
  onChange: (option: SelectOption<V> | null) => void;
  onBlur?: () => void;
  placeholder?: string;
  disabled?: boolean;
  /** Typed text is accepted as an option whose value is the text (V is string then). */
  creatable?: boolean;
  /** Fewer typed characters ask nothing. */
  minChars?: number;
  noOptionsText?: string;
  /** react-select overwrites aria-describedby: tie the message with this. */
  'aria-errormessage'?: string;
  'aria-invalid'?: boolean;
  loading?: boolean;
  autoFocus?: boolean;
};

/** Of one identity: a new one would make react-select forget which option has the focus. */
const CREATION = {
  createOptionPosition: 'last',
  allowCreateWhileLoading: true,
  formatCreateLabel: (text: string) => `Usar "${tidy(text)}"`,
  isValidNewOption: (text: string, _chosen: unknown, options: readonly unknown[]) =>
    tidy(text) !== '' && !byLabel(options as readonly SelectOption<unknown>[], text),
} as const;
const newOption = <V,>(text: string, shown: unknown) => ({
  label: String(shown),
  value: tidy(text) as V,
});

/** Where fingers type, the keyboard on the glass goes, and the focus keeps its place in the form. */
function standStill(control: HTMLElement | null | undefined) {
  if (!control) return;
  control.tabIndex = -1;
  control.focus({ preventScroll: true });
}

/** Choose from a list one can search. Keeps one option or null. */
export function SearchSelect<V = string>({
  label,
  options,
  loadOptions,
  disabled = false,
  creatable = false,
  minChars = loadOptions ? 2 : 0,
  noOptionsText = 'Nenhuma opção encontrada.',
  loading = false,
  ...field
}: SearchSelectProps<V>) {
  type Option = SelectOption<V>;
  const select = useRef<SelectInstance<Option, false>>(null);
  const keys = useListKeys(select);
  const [typed, setTyped] = useState('');
  const term = typed.trim();
  const search = useOptionSearch(loadOptions, term, minChars);
  const matches = useMemo(() => options && matching(options, term), [options, term]);
  // What was found for fewer letters, until the answer for all of them is there.
  const found = search.searching ? matching(search.options, term) : search.options;
  const tooShort = loadOptions !== undefined && term.length < minChars;

  const props: Props<Option, false, GroupBase<Option>> = {
    ...field,
    ...keys,
    'aria-label': label,
    options: loadOptions ? found : matches,
    isLoading: loading || search.searching,
    isDisabled: disabled,
    isClearable: true,
    // They match already: react-select's own filter would look at the codes, too, and often.
    filterOption: null,
    inputValue: typed,
    onInputChange: (text, { action }) => {
      if (action !== 'set-value' && action !== 'menu-close' && action !== 'input-blur') {
        setTyped(text);
      } else setTyped('');
    },
    getOptionValue: (option) => (typeof option.value === 'string' ? option.value : option.label),
    placeholder: field.placeholder ?? 'Selecione…',
    noOptionsMessage: () => {
      if (tooShort) return `Digite ao menos ${minChars} caracteres.`;
      return search.failed ? 'Não foi possível buscar. Digite de novo.' : noOptionsText;
    },
    loadingMessage: () => 'Buscando…',
    screenReaderStatus: countSpoken,
    ariaLiveMessages: ariaLiveMessages<Option>(),
    maxMenuHeight: 300,
    minMenuHeight: 140,
    pageSize: 5,
    blurInputOnSelect: false,
    onChange: (option) => {
      field.onChange(option);
      if (matchMedia('(pointer: coarse)').matches) standStill(select.current?.controlRef);
    },
    menuPortalTarget: document.body,
    menuPlacement: 'auto',
    unstyled: true,
    classNames: selectClassNames<Option>(),
    components: selectParts<Option>(),
  };

  return (
    <NonceProvider nonce={pageNonce} cacheKey="rs">
      {creatable ? (
        <Creatable
          {...props}
          {...CREATION}
          ref={select}
          getNewOptionData={newOption<V>}
          onChange={(option, change) => {
            // A new option carries 'Usar "…"' as its label: keep what was typed.
            const made = option && '__isNew__' in option;
            const kept = made ? { label: String(option.value), value: option.value } : option;
            props.onChange?.(kept, change);
          }}
        />
      ) : (
        <Select {...props} ref={select} />
      )}
    </NonceProvider>
  );
}
