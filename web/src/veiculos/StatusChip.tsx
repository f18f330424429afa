import { foldStatusText } from '@unipark/contract/veiculo';
import { Chip } from '../ui/layout/Chip.tsx';

const CONHECIDOS = {
  ativo: { tone: 'positive', icon: 'check' },
  proibido: { tone: 'negative', icon: 'ban' },
  indefinido: { tone: 'warning', icon: 'question' },
  'nao cadastrado': { tone: 'negative', icon: 'plus' },
} as const;

/** A status as icon, word and colour; a word that the product does not know is neutral. */
export function StatusChip({ status }: { status: string }) {
  const conhecido = CONHECIDOS[foldStatusText(status) as keyof typeof CONHECIDOS];
  return (
    <Chip tone={conhecido?.tone ?? 'neutral'} icon={conhecido?.icon}>
      {status}
    </Chip>
  );
}
