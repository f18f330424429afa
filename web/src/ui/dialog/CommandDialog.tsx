import { Dialog as Base } from '@base-ui/react/dialog';
import { type KeyboardEvent, useId, useState } from 'react';
import { cx } from '../cx.ts';
import { Spinner } from '../feedback/Spinner.tsx';
import { Icon } from '../Icon.tsx';
import { CommandList } from './CommandList.tsx';
import type { Command, CommandGroup } from './commandTypes.ts';
import { BACKDROP, keepOpenForToast } from './dialogLook.ts';
import { useFocusBack } from './useFocusBack.ts';

type CommandDialogProps = {
  title: string;
  placeholder: string;
  typed: string;
  onType: (typed: string) => void;
  groups: readonly CommandGroup[];
  /** A search is under way. */
  busy: boolean;
  emptyText: string;
  onClose: () => void;
};

const PAGE = 5;
const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE };

const SHEET = cx(
  'fixed top-[10dvh] left-1/2 z-40 flex w-[calc(100vw-32px)] max-w-[640px] -translate-x-1/2 flex-col',
  'overflow-hidden rounded-panel border border-border bg-surface shadow-float outline-none',
  'transition-opacity duration-150 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0',
  'max-tablet:top-2 max-tablet:w-[calc(100vw-16px)]',
);

const countSpoken = (count: number): string =>
  count === 1 ? '1 opção disponível' : `${count} opções disponíveis`;

/** One field over a list of commands: arrows and Page keys move, Enter runs, Escape closes. */
export function CommandDialog(props: CommandDialogProps) {
  const { title, placeholder, typed, onType, groups, busy, emptyText, onClose } = props;
  const listId = useId();
  const [marked, setMarked] = useState<string>();
  useFocusBack(true);

  const all = groups.flatMap(({ commands }) => commands);
  const found = all.findIndex(({ id }) => id === marked);
  const at = Math.max(0, found);
  const current = all[at];
  const idOf = (command: Command) => `${listId}-${command.id}`;

  const choose = (command: Command) => {
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = STEPS[event.key];
    const isOwnKey = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
    if (step === undefined && event.key !== 'Enter' && !isOwnKey) return;
    event.preventDefault();
    if (isOwnKey) onClose();
    else if (step === undefined) current && choose(current);
    else if (all.length > 0) setMarked(all[stepTo(at, step, all.length)]?.id);
  };

  return (
    <Base.Root
      open
      onOpenChange={(next, details) => {
        if (!keepOpenForToast(details) && !next) onClose();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup className={SHEET}>
          <Base.Title className="sr-only">{title}</Base.Title>
          <div className="flex items-center gap-3 border-b border-border px-4 text-muted">
            <Icon name="search" size={20} />
            <input
              role="combobox"
              aria-label={title}
              aria-expanded={all.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={current && idOf(current)}
              autoComplete="off"
              spellCheck={false}
              placeholder={placeholder}
              value={typed}
              onChange={(event) => {
                setMarked(undefined);
                onType(event.target.value);
              }}
              onKeyDown={onKeyDown}
              className="min-h-14 min-w-0 grow bg-transparent text-lg text-text outline-none! max-tablet:text-base"
            />
            {busy && <Spinner size={18} />}
            <button
              type="button"
              onClick={onClose}
              className="rounded-chip border border-control px-2 py-0.5 text-sm font-semibold max-tablet:-mr-3 max-tablet:flex max-tablet:size-11 max-tablet:shrink-0 max-tablet:items-center max-tablet:justify-center max-tablet:border-0"
            >
              <span aria-hidden="true" className="max-tablet:hidden">
                Esc
              </span>
              <Icon name="close" size={20} className="tablet:hidden" />
              <span className="sr-only">Fechar</span>
            </button>
          </div>
          <CommandList
            id={listId}
            label={title}
            groups={groups}
            current={current}
            idOf={idOf}
            onPoint={({ id }) => setMarked(id)}
            onChoose={choose}
          />
          {all.length === 0 && !busy && <p className="px-4 pb-4 text-muted">{emptyText}</p>}
          <span role="status" className="sr-only">
            {busy ? 'Buscando…' : all.length > 0 ? countSpoken(all.length) : emptyText}
          </span>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** One step goes round; a page stops at the ends. */
function stepTo(at: number, step: number, count: number): number {
  if (Math.abs(step) === 1) return (at + step + count) % count;
  return Math.max(0, Math.min(count - 1, at + step));
}
