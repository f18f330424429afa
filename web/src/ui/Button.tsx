import type { ComponentProps } from 'react';
import { type ButtonLook, buttonClass } from './buttonLook.ts';
import { Icon, type IconName } from './Icon.tsx';
import { Spinner } from './Spinner.tsx';
import { useFocusKept } from './useFocusKept.ts';

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & { icon?: IconName; iconAfter?: IconName; loading?: boolean };

/** `loading` turns the ring and locks the button; the words stay, so that nothing jumps. */
export function Button({
  variant,
  size,
  block,
  icon,
  iconAfter,
  loading = false,
  disabled,
  className,
  children,
  type = 'button',
  ref,
  ...props
}: ButtonProps) {
  const kept = useFocusKept(loading, ref);
  return (
    <button
      {...props}
      ref={kept}
      type={type}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      className={buttonClass({ variant, size, block }, className)}
    >
      {loading ? <Spinner size={20} /> : icon ? <Icon name={icon} size={20} /> : null}
      {children}
      {iconAfter ? <Icon name={iconAfter} size={18} /> : null}
    </button>
  );
}
