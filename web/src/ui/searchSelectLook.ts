import type { ClassNamesConfig, GroupBase } from 'react-select';
import { cx } from './cx.ts';

/** Our box and list for react-select's parts. */
export function selectClassNames<O>(): ClassNamesConfig<O, false, GroupBase<O>> {
  const indicator =
    'flex min-w-9 items-center justify-center self-stretch text-muted hover:text-text';
  return {
    control: ({ isDisabled, isFocused, selectProps }) =>
      cx(
        'min-h-11! rounded-control border pl-3 pr-1 transition-colors duration-150',
        isDisabled ? 'border-border bg-hover' : 'bg-surface',
        !isDisabled && (selectProps['aria-invalid'] ? 'border-danger' : 'border-control'),
        isFocused && 'outline-3 outline-offset-2 outline-focus',
      ),
    valueContainer: () => 'gap-1 py-1',
    singleValue: () => 'text-text',
    placeholder: () => 'truncate text-muted',
    input: () => 'text-text',
    dropdownIndicator: () => indicator,
    clearIndicator: () => indicator,
    loadingIndicator: () => 'text-muted',
    indicatorSeparator: () => 'hidden',
    menu: () => 'my-1 overflow-hidden rounded-control border border-border bg-surface shadow-float',
    menuPortal: () => 'z-50!',
    menuList: () => 'p-1',
    option: ({ isFocused, isSelected, isDisabled }) =>
      cx(
        'flex! min-h-11 items-center rounded-chip px-3 py-2',
        isFocused && 'bg-hover',
        isSelected && 'bg-tint font-semibold text-primary',
        isDisabled && 'text-muted',
      ),
    noOptionsMessage: () => 'px-3 py-3 text-sm text-muted',
    loadingMessage: () => 'px-3 py-3 text-sm text-muted',
  };
}
