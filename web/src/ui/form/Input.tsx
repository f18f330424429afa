import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon, type IconName } from '../Icon.tsx';
import { controlClass } from './controlLook.ts';

export type InputProps = ComponentProps<'input'> & {
  icon?: IconName;
  after?: ReactNode;
  /** `plate`: the condensed typeface at 28 px. */
  face?: 'text' | 'plate';
  tone?: 'positive' | 'negative';
};

/** A field of one line. `ref` is the input. */
export function Input({ icon, after, face = 'text', tone, className, ...props }: InputProps) {
  const input = (
    <input
      {...props}
      className={controlClass(
        cx(
          face === 'plate' && 'font-plate text-[28px]! leading-none tracking-wide',
          tone === 'positive' && 'text-positive!',
          tone === 'negative' && 'text-danger!',
          icon && 'pl-10',
          after ? 'pr-28' : undefined,
          className,
        ),
      )}
    />
  );
  if (!icon && !after) return input;
  return (
    <span className="relative block">
      {icon ? (
        <Icon
          name={icon}
          size={20}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        />
      ) : null}
      {input}
      {after ? (
        <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center">
          {after}
        </span>
      ) : null}
    </span>
  );
}
