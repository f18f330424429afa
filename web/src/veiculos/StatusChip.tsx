import { Chip } from '../ui/Chip.tsx';

const CONHECIDOS = {
  ATIVO: { tone: 'positive', icon: 'check' },
  PROIBIDO: { tone: 'negative', icon: 'ban' },
  INDEFINIDO: { tone: 'warning', icon: 'question' },
  'NÃO CADASTRADO': { tone: 'negative', icon: 'plus' },
} as const;

/** A status as icon, word and colour; any word of the staff's own stays neutral. */
export function StatusChip({ status }: { status: string }) {
  const conhecido = CONHECIDOS[status.toUpperCase() as keyof typeof CONHECIDOS];
  return (
    <Chip tone={conhecido?.tone ?? 'neutral'} icon={conhecido?.icon}>
      {status}
    </Chip>
  );
}
