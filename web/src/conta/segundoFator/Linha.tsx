import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/Icon.tsx';

type LinhaProps = {
  icon: IconName;
  title: string;
  text: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
};

/** A line of the account's safety: what it is, how it stands, what can be done. */
export function Linha({ icon, title, text, action, children }: LinhaProps) {
  return (
    <div className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Icon name={icon} size={22} className="text-muted" />
        <div className="min-w-0 grow basis-40">
          <p className="font-semibold">{title}</p>
          <p className="text-xs text-muted">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}
