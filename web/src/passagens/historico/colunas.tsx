import {
  formatCamera,
  formatStatus,
  type Passagem,
  ROTULOS_SENTIDO,
} from '@unipark/contract/passagem';
import { Link } from 'react-router';
import { clock, day, hour } from '../../lib/time/format.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { formatLinhaPlaca } from '../../veiculos/placa/linhaDaPlaca.ts';
import { Placa } from '../../veiculos/placa/Placa.tsx';
import { PlacaTexto } from '../../veiculos/placa/PlacaTexto.tsx';
import { StatusChip } from '../../veiculos/StatusChip.tsx';
import { Marcas } from '../Marcas.tsx';
import { Miniatura } from '../Miniatura.tsx';

/** `onSaida`: in the list of the cars inside, marks the exit of one. */
export const buildColunasHistorico = (
  onOpen: (passagem: Passagem) => void,
  onSaida?: (passagem: Passagem) => void,
): Column<Passagem>[] => [
  {
    key: 'instante',
    header: 'Data e hora',
    render: ({ instante }) => (
      <time dateTime={instante} className="quando">
        <span>{hour(instante)}</span> <span>{day(instante)}</span>
      </time>
    ),
  },
  {
    key: 'placa',
    header: 'Placa',
    primary: true,
    media: ({ id, imagens, placa, tipo, cidade, estado }) => (
      <span className="foto-e-placa">
        <Miniatura passagem={id} imagem={imagens[0]?.id} />
        <Placa
          placa={placa}
          tipo={tipo}
          linha={formatLinhaPlaca(cidade, estado)}
          largura={tipo === '2' ? 56 : 112}
          decorativa
        />
      </span>
    ),
    render: (passagem) => (
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PlacaTexto placa={passagem.placa || 'Sem placa'} className="text-xl" />
        <Marcas passagem={passagem} />
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    render: ({ status }) => <StatusChip status={formatStatus(status)} />,
  },
  {
    key: 'veiculo',
    header: 'Veículo e proprietário',
    free: true,
    render: ({ modelo, proprietario }) => (
      <>
        {modelo && <span className="block">{modelo}</span>}
        {proprietario && (
          <Link to={`/proprietarios/consultar/${encodeURIComponent(proprietario.matricula)}`}>
            {proprietario.nome}
          </Link>
        )}
      </>
    ),
  },
  {
    key: 'camera',
    header: 'Câmera',
    render: ({ camera, sentido }) => (
      <>
        {camera && (
          <span className="onde block truncate" title={formatCamera(camera)}>
            {formatCamera(camera)}
          </span>
        )}
        {sentido && <span className="text-sm text-muted">{ROTULOS_SENTIDO[sentido]}</span>}
      </>
    ),
  },
  {
    key: 'acoes',
    header: 'Ações',
    actions: true,
    width: onSaida ? '120px' : '72px',
    render: (passagem) => {
      const ver = (
        <IconButton
          icon="eye"
          label={`Ver passagem ${passagem.placa}, ${clock(passagem.instante)}`}
          onClick={() => onOpen(passagem)}
        />
      );
      if (!onSaida) return ver;
      return (
        <span className="flex justify-end">
          <IconButton
            icon="logout"
            label={`Marcar saída de ${passagem.placa}`}
            onClick={() => onSaida(passagem)}
          />
          {ver}
        </span>
      );
    },
  },
];
