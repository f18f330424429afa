import type { ChaveAcesso } from '@unipark/contract/perfil';
import { AdicionarChave } from './AdicionarChave.tsx';
import { AtivarTotp } from './AtivarTotp.tsx';
import { GerarCodigos } from './GerarCodigos.tsx';
import { DesativarTotp, ExcluirChave } from './RetirarFator.tsx';

/** What the person wants to do with their factors. */
export type Pergunta =
  | { sobre: 'ativar-totp' | 'desativar-totp' | 'adicionar-chave' | 'gerar-codigos' }
  | { sobre: 'excluir-chave'; chave: ChaveAcesso };

type FatorDialogProps = { pergunta: Pergunta; withSenha: boolean; onClose: () => void };

export function FatorDialog({ pergunta, ...props }: FatorDialogProps) {
  switch (pergunta.sobre) {
    case 'ativar-totp':
      return <AtivarTotp {...props} />;
    case 'desativar-totp':
      return <DesativarTotp {...props} />;
    case 'adicionar-chave':
      return <AdicionarChave {...props} />;
    case 'gerar-codigos':
      return <GerarCodigos {...props} />;
    case 'excluir-chave':
      return <ExcluirChave chave={pergunta.chave} {...props} />;
  }
}
