import type { ComponentProps } from 'react';
import { Input } from './Input.tsx';

/** A whole number of a few digits. */
export const NumberInput = (props: ComponentProps<typeof Input>) => (
  <Input {...props} inputMode="numeric" autoComplete="off" className="max-w-32" />
);
