import { findSemelhanca } from '@unipark/contract/semelhanca';
import { formatCampo, type Veiculo } from '@unipark/contract/veiculo';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { IconLink } from '../../ui/button/IconLink.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { RowLink } from '../../ui/table/RowLink.tsx';
import { Cor } from '../Cor.tsx';
import { pathOfVeiculo } from '../caminho.ts';
import { NA_BUSCA } from '../placa/diferencas.ts';
import { formatLinhaPlaca } from '../placa/linhaDaPlaca.ts';
import { Placa } from '../placa/Placa.tsx';
import { PlacaComparada } from '../placa/PlacaComparada.tsx';
import { StatusChip } from '../StatusChip.tsx';

type VeiculoActions = {
  /** The searched plate: a row with its twin is the same car, other rows may be similar. */
  procurada: string | undefined;
  onEdit: (veiculo: Veiculo) => void;
  onRemove: (veiculo: Veiculo) => void;
};

export const buildColunasVeiculos = ({
  procurada,
  onEdit,
  onRemove,
}: VeiculoActions): Column<Veiculo>[] => [
  {
    key: 'placa',
    header: 'Placa',
    sortKey: 'placa',
    primary: true,
    media: (veiculo) => (
      <Placa
        placa={veiculo.placa}
        tipo={veiculo.tipo}
        linha={formatLinhaPlaca(veiculo.cidade, veiculo.estado)}
        largura={veiculo.tipo === '2' ? 56 : 112}
        decorativa
      />
    ),
    render: ({ placa }) => (
      <>
        <RowLink to={pathOfVeiculo(placa)}>
          <PlacaComparada placa={placa} lida={procurada} lugares={NA_BUSCA} className="text-xl" />
        </RowLink>
        {procurada && <SemelhancaDaPlaca procurada={procurada} placa={placa} />}
      </>
    ),
  },
  {
    key: 'modelo',
    header: 'Modelo',
    sortKey: 'modelo',
    free: true,
    render: ({ modelo }) => modelo,
  },
  { key: 'cor', header: 'Cor', sortKey: 'cor', render: ({ cor }) => <Cor nome={cor} /> },
  {
    key: 'status',
    header: 'Status',
    sortKey: 'status',
    render: ({ status, valido_ate }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <StatusChip status={status} />
        {valido_ate && (
          <span className="text-xs whitespace-nowrap text-muted">
            até {formatCampo('valido_ate', valido_ate)}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'acoes',
    header: 'Ações',
    actions: true,
    width: '168px',
    render: (veiculo) => (
      <Stack direction="row" gap={4} justify="end" className="max-tablet:flex-col">
        <IconLink
          icon="history"
          label={`Histórico do veículo ${veiculo.placa}`}
          to={`/historico/${encodeURIComponent(veiculo.placa)}`}
        />
        <IconButton
          icon="pencil"
          label={`Editar veículo ${veiculo.placa}`}
          onClick={() => onEdit(veiculo)}
        />
        <IconButton
          icon="trash"
          danger
          label={`Excluir veículo ${veiculo.placa}`}
          onClick={() => onRemove(veiculo)}
        />
      </Stack>
    ),
  },
];

/** Beside a plate of the list: how it resembles the searched one, unless it is equal. */
function SemelhancaDaPlaca({ procurada, placa }: { procurada: string; placa: string }) {
  const nivel = findSemelhanca(procurada, placa);
  if (!nivel || nivel === 'exata') return null;
  return (
    <span className="text-xs font-medium whitespace-nowrap text-muted tablet:ml-2 max-tablet:block">
      {nivel === 'equivalente' ? 'mesmo veículo' : 'parecida'}
    </span>
  );
}
