import { Combobox } from '@base-ui/react/combobox';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { cx } from '../cx.ts';

/** The height of an option of one line; a long label wraps and is measured. */
const LINE = 44;
const TALLEST = 300;

type OptionListProps<O> = {
  anchor: RefObject<HTMLElement | null>;
  options: readonly O[];
  /** The option that the keys have reached; -1 without one. */
  at: number;
  typed: string;
  isChosen: (option: O) => boolean;
  textOf: (option: O) => string;
  onPoint: (option: O) => void;
  emptyText: string;
};

/** The open list under its box; only its visible part is rendered. */
export function OptionList<O>({ anchor, emptyText, ...list }: OptionListProps<O>) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner
        anchor={anchor}
        sideOffset={4}
        className="z-50"
        // A press on the scroll bar keeps the focus in the input.
        onMouseDown={(event) => event.preventDefault()}
      >
        <div className="w-(--anchor-width) overflow-hidden rounded-control border border-border bg-surface shadow-float">
          <Windowed {...list} />
          <Combobox.Empty className="text-sm text-muted not-empty:p-3">{emptyText}</Combobox.Empty>
        </div>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}

/** Renders what is visible, and always the option that the keys have reached: the input refers to its id. */
function Windowed<O>(props: Omit<OptionListProps<O>, 'anchor' | 'emptyText'>) {
  const { options, at, typed, isChosen, textOf, onPoint } = props;
  const list = useRef<HTMLDivElement>(null);
  const pointed = useRef(false);

  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: options.length,
    getScrollElement: () => list.current,
    estimateSize: () => LINE,
    // An option without a layout counts as one line: a height of 0 would render the whole list.
    measureElement: (option) => option.offsetHeight || LINE,
    overscan: 2,
    // The height can be measured before it is on the page.
    initialRect: { width: 0, height: TALLEST },
    observeElementRect: (_list, tell) => tell({ width: 0, height: TALLEST }),
    initialOffset: () => Math.max(0, at * LINE - (TALLEST - LINE) / 2),
    rangeExtractor: (range) => withMarked(range, at),
    useFlushSync: false,
  });

  // New options start at the top.
  useLayoutEffect(() => {
    if (typed && list.current) list.current.scrollTop = 0;
  }, [typed]);
  // Only for the keys: the option under the mouse is visible already.
  useLayoutEffect(() => {
    const option = list.current?.querySelector<HTMLElement>(`[data-index="${at}"]`);
    const isInSight = pointed.current;
    pointed.current = false;
    if (isInSight || !list.current || !option) return;
    const { scrollTop, clientHeight } = list.current;
    const { offsetTop, offsetHeight } = option;
    const below = offsetTop + offsetHeight - clientHeight;
    if (offsetTop < scrollTop) list.current.scrollTop = offsetTop;
    else if (below > scrollTop) list.current.scrollTop = below;
  }, [at]);

  let end = 0;
  return (
    <Combobox.List
      ref={list}
      onKeyDown={(event) => event.preventBaseUIHandler()}
      className="relative max-h-[clamp(140px,var(--available-height),300px)] overflow-y-auto overscroll-contain p-1 outline-none! data-empty:p-0"
    >
      {virtualizer.getVirtualItems().map(({ index, key, start, end: itsEnd }) => {
        const option = options[index];
        const marginTop = start - end;
        end = itsEnd;
        if (option === undefined) return null;
        return (
          <Combobox.Item
            key={key}
            ref={virtualizer.measureElement}
            value={option}
            index={index}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={options.length}
            aria-selected={isChosen(option)}
            data-marked={index === at || undefined}
            onMouseMove={() => {
              if (index === at) return;
              pointed.current = true;
              onPoint(option);
            }}
            style={{ marginTop }}
            className={cx(
              'flex min-h-11 cursor-default items-center rounded-chip px-3 py-2 wrap-anywhere select-none',
              'data-marked:bg-hover aria-selected:bg-tint aria-selected:font-semibold aria-selected:text-primary',
            )}
          >
            {textOf(option)}
          </Combobox.Item>
        );
      })}
      <div style={{ height: virtualizer.getTotalSize() - end }} />
    </Combobox.List>
  );
}

function withMarked(range: Range, at: number): number[] {
  const shown = defaultRangeExtractor(range);
  if (at < 0 || shown.includes(at)) return shown;
  return [...shown, at].sort((a, b) => a - b);
}
