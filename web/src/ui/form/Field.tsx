import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../Icon.tsx';

/** The attributes that a field gives to its control: spread them on the input. */
export type FieldControl = {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
  'aria-labelledby'?: string;
  required?: true;
};

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  /** The hint changes: its line is always there, so that nothing below it moves. */
  hintLine?: boolean;
  /** The sentence under the control; with it the control is marked as invalid. */
  error?: ReactNode;
  required?: boolean;
  /** At the right end of the label's line (usually a link); null when there is none now. */
  labelAfter?: ReactNode;
  /** The control is a group of radios: the label names the group. */
  group?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
};

/** Label, control, hint and message, connected for screen readers. */
export function Field({
  label,
  hint,
  hintLine = false,
  error,
  required = false,
  labelAfter,
  group = false,
  className,
  children,
}: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const labelId = `${id}-label`;
  const describedBy = [(hint || hintLine) && hintId, error && errorId].filter(Boolean).join(' ');
  const control: FieldControl = {
    id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-labelledby': group ? labelId : undefined,
    required: required || undefined,
  };
  const labelClass = 'text-sm font-semibold';

  const head = (
    <div className="flex flex-wrap items-baseline gap-x-2">
      {group ? (
        <span id={labelId} className={labelClass}>
          {label}
        </span>
      ) : (
        <label htmlFor={id} className={labelClass}>
          {label}
        </label>
      )}
      {required ? <span className="text-xs text-muted">obrigatório</span> : null}
    </div>
  );

  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      {labelAfter !== undefined ? (
        // After the control in the Tab order, above it on screen.
        <div className="flex flex-wrap items-baseline gap-x-2 gap-y-1.5">
          {head}
          <div className="order-last min-w-0 basis-full">{children(control)}</div>
          <span className="ml-auto text-sm">{labelAfter}</span>
        </div>
      ) : (
        <>
          {head}
          {children(control)}
        </>
      )}
      {hint || hintLine ? (
        <p
          id={hintId}
          role={hintLine ? 'status' : undefined}
          className={cx('text-xs text-muted', hintLine && 'min-h-4 truncate')}
        >
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={errorId} className="flex items-start gap-1.5 text-sm font-medium text-danger">
          <Icon name="warning" size={16} className="mt-0.5" />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  );
}
