import type { ComponentProps } from 'react';
import { Button } from './Button.tsx';
import type { IconName } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';

export type MenuTriggerProps = {
  /** Accessible name of the button. */
  label: string;
  icon?: IconName;
  /** With words the button reads 'text ▾'; without, it is an icon. */
  text?: string;
  size?: 44 | 48;
};

/** The button above a menu. */
export function MenuTrigger({
  label,
  icon = 'more',
  text,
  size = 44,
  ...props
}: MenuTriggerProps & ComponentProps<'button'>) {
  return text ? (
    <Button
      {...props}
      icon={icon === 'more' ? undefined : icon}
      iconAfter="chevron-down"
      aria-label={label}
    >
      {text}
    </Button>
  ) : (
    <IconButton {...props} icon={icon} label={label} size={size} />
  );
}
