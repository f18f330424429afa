import type { SituacaoUsuario } from '@unipark/contract/usuario';
import { Chip } from '../../ui/Chip.tsx';

const SITUACOES = {
  ativa: { tone: 'positive', icon: 'check', texto: 'Ativa' },
  aprovacao: { tone: 'warning', icon: 'clock', texto: 'Aguarda aprovação' },
  email: { tone: 'neutral', icon: 'clock', texto: 'Aguarda e-mail' },
  desabilitada: { tone: 'negative', icon: 'ban', texto: 'Desabilitada' },
} as const;

/** The account's situation in a word. */
export function SituacaoConta({ situacao }: { situacao: SituacaoUsuario }) {
  const { tone, icon, texto } = SITUACOES[situacao];
  return (
    <Chip tone={tone} icon={icon}>
      {texto}
    </Chip>
  );
}
