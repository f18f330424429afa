import type { SituacaoDispositivo as Situacao } from '@unipark/contract/dispositivo';
import type { IconName } from '../ui/Icon.tsx';
import { Chip, type ChipTone } from '../ui/layout/Chip.tsx';

const SITUACOES: Record<Situacao, { tone: ChipTone; icon: IconName; texto: string }> = {
  aguardando: { tone: 'neutral', icon: 'clock', texto: 'Aguardando primeira leitura' },
  ativo: { tone: 'positive', icon: 'check', texto: 'Ativo' },
  atencao: { tone: 'warning', icon: 'warning', texto: 'Atenção' },
  inativo: { tone: 'negative', icon: 'ban', texto: 'Desativado' },
};

export function SituacaoDispositivo({ situacao }: { situacao: Situacao }) {
  const { tone, icon, texto } = SITUACOES[situacao];
  return (
    <Chip tone={tone} icon={icon}>
      {texto}
    </Chip>
  );
}
