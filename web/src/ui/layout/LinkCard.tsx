import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from '../Icon.tsx';

type LinkCardProps = { icon: IconName; title: string; text?: ReactNode; to: string };

/** A card that is one link; its name is the title. */
export function LinkCard({ icon, title, text, to }: LinkCardProps) {
  return (
    <Link
      to={to}
      className="@container flex min-h-20 short:min-h-14 items-center gap-4 rounded-panel border border-border bg-surface p-4 short:py-1.5 text-text transition-colors duration-150 hover:border-control hover:bg-hover hover:no-underline"
    >
      <span className="flex size-11 shrink-0 items-center justify-center rounded-control bg-tint text-primary">
        <Icon name={icon} />
      </span>
      <span className="min-w-0 grow">
        <span className="block font-semibold">{title}</span>
        {/* On a low screen the cards are three rows in sight. */}
        {text ? (
          <span className="block text-xs font-normal text-muted short:sr-only">{text}</span>
        ) : null}
      </span>
      {/* In a narrow card the words need its place. */}
      <Icon name="chevron-right" size={20} className="text-muted @max-[15rem]:hidden" />
    </Link>
  );
}
