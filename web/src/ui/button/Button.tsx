import { type ComponentProps, type Ref, type RefCallback, useLayoutEffect, useRef } from 'react';
import { Spinner } from '../feedback/Spinner.tsx';
import { Icon, type IconName } from '../Icon.tsx';
import { type ButtonLook, buttonClass } from './buttonLook.ts';

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & { icon?: IconName; iconAfter?: IconName; loading?: boolean };

/** `loading` shows a spinner and disables the button; its text stays, so that nothing moves. */
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

/** A browser takes the focus from a disabled button: it returns unless another element has it. */
function useFocusKept(
  locked: boolean,
  ref: Ref<HTMLButtonElement> | undefined,
): RefCallback<HTMLButtonElement> {
  const button = useRef<HTMLButtonElement>(null);
  const had = useRef(false);
  useLayoutEffect(() => {
    if (locked) had.current = document.activeElement === button.current;
    else if (had.current) {
      had.current = false;
      if (document.activeElement === document.body) button.current?.focus();
    }
  }, [locked]);
  return (element) => {
    button.current = element;
    if (typeof ref === 'function') ref(element);
    else if (ref) ref.current = element;
  };
}
