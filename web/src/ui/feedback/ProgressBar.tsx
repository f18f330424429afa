import { cx } from '../cx.ts';

type ProgressBarProps = {
  label: string;
  value: number;
  /** null while the total is not known. */
  max: number | null;
  text: string;
  halted?: boolean;
};

/** The progress of long work, as a bar with its words below. */
export function ProgressBar({ label, value, max, text, halted = false }: ProgressBarProps) {
  const isKnown = max !== null && max > 0;
  const percent = isKnown ? Math.min(100, (100 * value) / max) : halted ? 0 : 100;
  return (
    <div className="flex flex-col gap-1">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={isKnown ? Math.floor(percent) : undefined}
        aria-valuetext={text}
        className="h-3 overflow-hidden rounded-full border border-control bg-surface"
      >
        <div
          style={{ width: `${percent}%` }}
          className={cx(
            'h-full rounded-full transition-[width] duration-300',
            halted ? 'bg-control' : 'bg-primary',
            !isKnown && !halted && 'animate-pulse',
          )}
        />
      </div>
      <p aria-hidden="true" className="text-sm text-muted tabular-nums">
        {text}
      </p>
    </div>
  );
}
