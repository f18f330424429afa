import type { ReactNode } from 'react';
import { focusHeading } from '../../lib/screen/focusHeading.ts';
import { Button } from '../button/Button.tsx';
import { CopyText } from '../button/CopyText.tsx';
import { cx } from '../cx.ts';
import { Icon } from '../Icon.tsx';

type FailedStateProps = {
  title: ReactNode;
  text?: ReactNode;
  requestId?: string | null;
  onRetry?: () => void;
  retryLabel?: string;
  retrying?: boolean;
  /** The only content of its panel: without space of its own. */
  snug?: boolean;
};

/** A request failed: offers another try and shows the number for support. */
export function FailedState({
  title,
  text,
  requestId,
  onRetry,
  retryLabel = 'Tentar novamente',
  retrying,
  snug,
}: FailedStateProps) {
  return (
    <div
      className={cx('flex flex-col items-center gap-2 text-center', snug ? 'py-4' : 'px-4 py-12')}
    >
      <span className="mb-2 flex size-16 items-center justify-center rounded-panel border border-chip-border bg-chip-negative-bg text-chip-negative">
        <Icon name="warning" size={28} />
      </span>
      <p className="text-lg font-bold">{title}</p>
      {text ? <p className="max-w-prose text-muted">{text}</p> : null}
      {onRetry ? (
        <Button
          variant="primary"
          icon="refresh"
          loading={retrying}
          onClick={() => {
            // The button disappears with the failure.
            focusHeading();
            onRetry();
          }}
          className="mt-2"
        >
          {retryLabel}
        </Button>
      ) : null}
      {requestId ? <CopyText label="Pedido" text={requestId} /> : null}
    </div>
  );
}
