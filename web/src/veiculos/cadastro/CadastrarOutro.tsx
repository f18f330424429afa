import { normalizePlaca } from '@unipark/contract/placa';
import { formatCampo } from '@unipark/contract/veiculo';
import { useId } from 'react';
import { Link } from 'react-router';
import { LinkButton } from '../../ui/button/LinkButton.tsx';
import { pathOfAdesivos } from '../caminho.ts';
import type { VeiculoDraft } from './registro.ts';

type Props = { anterior: VeiculoDraft; onClick: () => void };

/** After a registration: begins the next one with the type and the owner of the one before. */
export function CadastrarOutro({ anterior, onClick }: Props) {
  const mantem = useId();
  const mantidos = [formatCampo('tipo', anterior.tipo), anterior.proprietario_nome].filter(Boolean);
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <LinkButton onClick={onClick} aria-describedby={mantem}>
        Cadastrar outro
      </LinkButton>
      {anterior.status === 'ATIVO' && (
        <Link to={pathOfAdesivos([normalizePlaca(anterior.placa)])} className="whitespace-nowrap">
          Imprimir adesivo
        </Link>
      )}
      <span id={mantem} className="truncate text-muted max-tablet:sr-only">
        {mantidos.length > 0 && `com ${mantidos.join(' e ')}`}
      </span>
    </span>
  );
}
