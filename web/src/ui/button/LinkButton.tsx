import type { ComponentProps } from 'react';

/** A button in a line of text, drawn as a link; for a finger its height is 44 px. */
export const LinkButton = (props: Omit<ComponentProps<'button'>, 'type' | 'className'>) => (
  <button
    {...props}
    type="button"
    className="shrink-0 rounded-chip font-semibold text-primary hover:underline pointer-coarse:-my-3 pointer-coarse:min-h-11"
  />
);
