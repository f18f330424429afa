import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { cloneElement, type ReactElement, useLayoutEffect, useRef } from 'react';
import { components, type MenuListProps, type OptionProps } from 'react-select';

/** Height of an option of one line; a long label wraps and is measured. */
const LINE = 44;

type Drawn<O> = ReactElement<OptionProps<O, false>>;

/** react-select's list, of which only what is in sight is drawn. */
export function SearchSelectList<O>(props: MenuListProps<O, false>) {
  const { children } = props;
  // A single child is a message: nothing found, still loading.
  return Array.isArray(children) ? (
    <Windowed {...props} drawn={children as Drawn<O>[]} />
  ) : (
    <components.MenuList {...props} />
  );
}

/**
 * The options stand in the flow, with room where others are left out, so that react-select finds
 * the focused one where it expects it; that one is always drawn, for a screen reader is told its id.
 */
function Windowed<O>({ drawn, ...props }: MenuListProps<O, false> & { drawn: Drawn<O>[] }) {
  const { innerRef, maxHeight, selectProps } = props;
  const list = useRef<HTMLDivElement>(null);
  const focused = drawn.findIndex((option) => option.props.isFocused);

  const virtualizer = useVirtualizer({
    count: drawn.length,
    getScrollElement: () => list.current,
    getItemKey: (index) => drawn[index]?.key ?? index,
    estimateSize: () => LINE,
    overscan: 2,
    // The list is never taller, and it need not be on the page to know it.
    initialRect: { width: 0, height: maxHeight },
    observeElementRect: (_list, tell) => tell({ width: 0, height: maxHeight }),
    initialOffset: () => Math.max(0, focused * LINE - (maxHeight - LINE) / 2),
    rangeExtractor: (range) => withFocused(range, focused),
    useFlushSync: false,
  });

  const { inputValue } = selectProps;
  // Other options by now: they are read from the top.
  useLayoutEffect(() => {
    if (inputValue && list.current) list.current.scrollTop = 0;
  }, [inputValue]);

  let end = 0;
  return (
    <components.MenuList
      {...props}
      innerRef={(element) => {
        list.current = element;
        if (typeof innerRef === 'function') innerRef(element);
      }}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const option = drawn[item.index];
        const marginTop = item.start - end;
        end = item.end;
        return option ? (
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            style={{ marginTop }}
          >
            {numbered(option, item.index + 1, drawn.length)}
          </div>
        ) : null;
      })}
      <div style={{ height: virtualizer.getTotalSize() - end }} />
    </components.MenuList>
  );
}

function withFocused(range: Range, focused: number): number[] {
  const shown = defaultRangeExtractor(range);
  if (focused < 0 || shown.includes(focused)) return shown;
  return [...shown, focused].sort((a, b) => a - b);
}

/** '3 of 600' is no longer to be counted in the document. */
function numbered<O>(option: Drawn<O>, position: number, size: number) {
  const innerProps = {
    ...option.props.innerProps,
    'aria-posinset': position,
    'aria-setsize': size,
  };
  return cloneElement(option, { innerProps });
}
