import type { AriaLiveMessages, GroupBase } from 'react-select';

/** What react-select speaks, in Portuguese: its own words are English. */
export function ariaLiveMessages<O>(): AriaLiveMessages<O, false, GroupBase<O>> {
  return {
    guidance: ({ context, isDisabled, isInitialFocus, isSearchable, 'aria-label': label }) => {
      if (context === 'menu') {
        return 'Use as setas para percorrer as opções, Enter para escolher, Esc para fechar.';
      }
      if (context === 'input' && isInitialFocus && !isDisabled) {
        const search = isSearchable ? ' Digite para filtrar.' : '';
        return `${label ?? 'Lista'}.${search} Seta para baixo abre as opções.`;
      }
      return '';
    },
    onChange: ({ action, label, isDisabled }) => {
      if (isDisabled) return `${label}: opção indisponível.`;
      if (action === 'select-option' || action === 'create-option') return `${label} escolhido.`;
      if (action === 'clear' || action === 'deselect-option') return 'Escolha removida.';
      return '';
    },
    onFocus: ({ label, isSelected, context }) =>
      context === 'menu' ? `${label}${isSelected ? ', escolhido' : ''}.` : `${label}.`,
    onFilter: ({ resultsMessage, inputValue }) =>
      `${resultsMessage}${inputValue ? ` para ${inputValue}` : ''}.`,
  };
}

export const countSpoken = ({ count }: { count: number }): string =>
  count === 1 ? '1 opção disponível' : `${count} opções disponíveis`;
