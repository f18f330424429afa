import { NAO_CADASTRADO } from '@unipark/contract/passagem';
import type { IconName } from '../ui/Icon.tsx';

const ICONES: Record<string, IconName> = {
  ATIVO: 'check',
  PROIBIDO: 'ban',
  INDEFINIDO: 'question',
  [NAO_CADASTRADO.toUpperCase()]: 'plus',
};

/** Red is one colour: the icon tells which kind. */
export const iconeDoStatus = (status: string): IconName => ICONES[status.toUpperCase()] ?? 'info';
