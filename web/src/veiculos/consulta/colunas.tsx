import type { Veiculo } from '@unipark/contract/veiculo';
import type { Column } from '../../ui/DataTable.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { IconLink } from '../../ui/IconLink.tsx';
import { Stack } from '../../ui/Stack.tsx';
import { Cor } from '../Cor.tsx';
import { linhaDaPlaca } from '../placa/linhaDaPlaca.ts';
import { Placa } from '../placa/Placa.tsx';
import { StatusChip } from '../StatusChip.tsx';
import { ParecencaDaPlaca } from './ParecencaDaPlaca.tsx';
import { PlacaNaLista } from './PlacaNaLista.tsx';

type Acoes = {
  /** The plate searched for: a row with its twin is the same car, others may be like it. */
  procurada: string | undefined;
  onEditar: (veiculo: Veiculo) => void;
  onExcluir: (veiculo: Veiculo) => void;
};

/** Placa, Modelo, Cor, Status, Ações. */
export const colunasVeiculos = ({ procurada, onEditar, onExcluir }: Acoes): Column<Veiculo>[] => [
  {
    key: 'placa',
    header: 'Placa',
    sortKey: 'placa',
    primary: true,
    media: (veiculo) => (
      <Placa
        placa={veiculo.placa}
        tipo={veiculo.tipo}
        linha={linhaDaPlaca(veiculo.cidade, veiculo.estado)}
        largura={veiculo.tipo === '2' ? 56 : 112}
        decorativa
      />
    ),
    render: ({ placa }) => (
      <>
        <PlacaNaLista placa={placa} />
        {procurada && <ParecencaDaPlaca procurada={procurada} placa={placa} />}
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
    render: ({ status }) => <StatusChip status={status} />,
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
          onClick={() => onEditar(veiculo)}
        />
        <IconButton
          icon="trash"
          danger
          label={`Excluir veículo ${veiculo.placa}`}
          onClick={() => onExcluir(veiculo)}
        />
      </Stack>
    ),
  },
];
