import { useEffect } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../Icon.tsx';
import type { Command, CommandGroup } from './commandTypes.ts';

type CommandListProps = {
  id: string;
  label: string;
  groups: readonly CommandGroup[];
  current: Command | undefined;
  idOf: (command: Command) => string;
  onPoint: (command: Command) => void;
  onChoose: (command: Command) => void;
};

/** The options of a CommandDialog in their groups; the focus stays in the field. */
export function CommandList(props: CommandListProps) {
  const { id, label, groups, current, idOf, onPoint, onChoose } = props;
  const shown = current && idOf(current);
  useEffect(() => {
    if (shown) document.getElementById(shown)?.scrollIntoView?.({ block: 'nearest' });
  }, [shown]);
  return (
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className="h-[min(440px,60dvh)] overflow-y-auto overscroll-contain p-2 empty:hidden"
    >
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of options
        <div key={group.label} role="group" aria-label={group.label}>
          <p aria-hidden="true" className="px-3 pt-2 pb-1 text-xs font-semibold text-muted">
            {group.label}
          </p>
          {group.commands.map((command) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={command.id}
              id={idOf(command)}
              role="option"
              aria-selected={command === current}
              onMouseMove={() => command !== current && onPoint(command)}
              onClick={() => onChoose(command)}
              className={cx(
                'flex min-h-11 scroll-my-8 cursor-pointer items-center gap-3 rounded-chip px-3 select-none',
                command === current && 'bg-tint',
              )}
            >
              <Icon name={command.icon} size={20} className="shrink-0 text-muted" />
              <span className="min-w-0 truncate font-medium">{command.look ?? command.label}</span>
              {command.detail && (
                <span className="ml-auto min-w-0 truncate pl-3 text-sm text-muted">
                  {command.detail}
                </span>
              )}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
