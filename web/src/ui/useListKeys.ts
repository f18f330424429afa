import { type KeyboardEvent, type RefObject, useRef } from 'react';
import type { SelectInstance } from 'react-select';

/**
 * Tab takes the option that was typed or walked to, and goes on: react-select would take it and
 * stay, and would take the first one from whoever only looked in. The first Escape closes the list,
 * and nothing that the list stands in.
 */
export function useListKeys<O>(select: RefObject<SelectInstance<O, false> | null>) {
  const walked = useRef(false);
  return {
    tabSelectsValue: false,
    onMenuClose: () => {
      walked.current = false;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (/^(Arrow(Up|Down)|Page(Up|Down)|Home|End)$/.test(event.key)) walked.current = true;
      if (event.key === 'Escape' && select.current?.props.menuIsOpen) event.stopPropagation();
      if (event.key !== 'Tab' || event.shiftKey || !select.current) return;
      const { props, state } = select.current;
      const meant = walked.current || props.inputValue !== '';
      if (props.menuIsOpen && meant && state.focusedOption) {
        select.current.selectOption(state.focusedOption);
      }
    },
  };
}
