import { cx } from './cx.ts';

type ProgressBarProps = {
  /** What is under way; for screen readers. */
  label: string;
  value: number;
  /** null: nobody can tell how much there is. */
  max: number | null;
  /** How far it is, in words. */
  text: string;
  /** Nobody is at it just now. */
  halted?: boolean;
};

/** How far long work is, as a bar with its words below. */
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
