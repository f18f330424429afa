import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/Icon.tsx';

type LinhaProps = {
  icon: IconName;
  title: ReactNode;
  text: ReactNode;
  /** At the right end: a button or a chip. */
  children?: ReactNode;
};

export function Linha({ icon, title, text, children }: LinhaProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      {/* Below a readable width the button goes under the text. */}
      <div className="flex grow basis-44 items-center gap-3">
        <Icon name={icon} className="text-muted" />
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{title}</p>
          <p className="text-xs text-muted wrap-anywhere">{text}</p>
        </div>
      </div>
      {children}
    </div>
  );
}
