import type { ComponentProps } from 'react';
import { Button } from '../button/Button.tsx';
import { IconButton } from '../button/IconButton.tsx';
import type { IconName } from '../Icon.tsx';

export type PopoverButtonLook = {
  label: string;
  icon: IconName;
  size?: 44 | 48 | undefined;
  badge?: number | undefined;
  /** Its label is shown beside the icon, but not on a phone. */
  named?: boolean | undefined;
};

/** The button of a popover: an icon, or its name with an arrow. */
export function PopoverButton({
  named = false,
  icon,
  label,
  size,
  badge,
  ...props
}: Omit<ComponentProps<'button'>, 'children'> & PopoverButtonLook) {
  if (!named) return <IconButton {...props} {...{ icon, label, size, badge }} />;
  return (
    <Button
      {...props}
      icon={icon}
      iconAfter="chevron-down"
      className="max-tablet:px-3 max-tablet:[&>svg:last-child]:hidden"
    >
      <span className="max-tablet:sr-only">{label}</span>
    </Button>
  );
}
