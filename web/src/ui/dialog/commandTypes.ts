import type { ReactNode } from 'react';
import type { IconName } from '../Icon.tsx';

export type Command = {
  id: string;
  label: string;
  /** At the right of the label. */
  detail?: ReactNode;
  icon: IconName;
  /** The label as it is drawn; without it, as text. */
  look?: ReactNode;
  run: () => void;
};

export type CommandGroup = { label: string; commands: readonly Command[] };

export type GoTo = (path: string) => void;
