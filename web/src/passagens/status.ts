import { NAO_CADASTRADO } from '@unipark/contract/passagem';
import { foldStatusText } from '@unipark/contract/veiculo';
import type { IconName } from '../ui/Icon.tsx';

const ICONES: Record<string, IconName> = {
  ativo: 'check',
  proibido: 'ban',
  indefinido: 'question',
  [foldStatusText(NAO_CADASTRADO)]: 'plus',
};

/** Every kind is the same red: the icon tells them apart. */
export const iconOfStatus = (status: string): IconName => ICONES[foldStatusText(status)] ?? 'info';
