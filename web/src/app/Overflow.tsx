import { Button } from '../ui/Button.tsx';
import type { IconName } from '../ui/Icon.tsx';
import { Popover } from '../ui/Popover.tsx';

type OverflowProps = { items: readonly { label: string; icon: IconName; onSelect: () => void }[] };

/** What the header of a phone has no room for. */
export function Overflow({ items }: OverflowProps) {
  return (
    <Popover icon="more" label="Mais opções" title="Mais opções" width={280}>
      {(close) => (
        <ul className="flex flex-col">
          {items.map(({ label, icon, onSelect }) => (
            <li key={icon}>
              <Button
                variant="ghost"
                block
                icon={icon}
                className="justify-start! px-2!"
                onClick={() => {
                  close();
                  onSelect();
                }}
              >
                {label}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}
