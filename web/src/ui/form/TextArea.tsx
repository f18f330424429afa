import type { ComponentProps } from 'react';
import { controlClass } from './controlLook.ts';

/** A field of several lines. `ref` is the textarea. */
export function TextArea({ className, rows = 5, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...props}
      rows={rows}
      className={controlClass(`resize-y py-2.5 leading-normal ${className ?? ''}`)}
    />
  );
}
