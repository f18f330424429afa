import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { Icon, type IconName } from '../Icon.tsx';
import { type ButtonLook, buttonClass } from './buttonLook.ts';

type ButtonLinkProps = ComponentProps<typeof Link> &
  ButtonLook & { icon?: IconName; iconAfter?: IconName };

/** A link with the look of a button, for navigation. */
export function ButtonLink({
  variant,
  size,
  block,
  icon,
  iconAfter,
  className,
  children,
  ...props
}: ButtonLinkProps) {
  return (
    <Link {...props} className={buttonClass({ variant, size, block }, className)}>
      {icon ? <Icon name={icon} size={20} /> : null}
      {children}
      {iconAfter ? <Icon name={iconAfter} size={18} /> : null}
    </Link>
  );
}
