import { type Passagem, rotuloStatus } from '@unipark/contract/passagem';
import { Link } from 'react-router';
import { clock } from '../lib/format.ts';
import type { Column } from '../ui/DataTable.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { linhaDaPlaca } from '../veiculos/placa/linhaDaPlaca.ts';
import { Placa } from '../veiculos/placa/Placa.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { StatusChip } from '../veiculos/StatusChip.tsx';
import { Marcas } from './Marcas.tsx';
import { Miniatura } from './Miniatura.tsx';
import { nomeCamera, SENTIDOS } from './textos.ts';

/** Placa, Status, Modelo, Proprietário, Câmera, Data e hora, Ações. */
export const colunasHistorico = (onAbrir: (passagem: Passagem) => void): Column<Passagem>[] => [
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
          linha={linhaDaPlaca(cidade, estado)}
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
    render: ({ status }) => <StatusChip status={rotuloStatus(status)} />,
  },
  { key: 'modelo', header: 'Modelo', free: true, render: ({ modelo }) => modelo },
  {
    key: 'proprietario',
    header: 'Proprietário',
    free: true,
    render: ({ proprietario }) =>
      proprietario && (
        <Link to={`/proprietarios/consultar?q=${encodeURIComponent(proprietario.matricula)}`}>
          {proprietario.nome}
        </Link>
      ),
  },
  {
    key: 'camera',
    header: 'Câmera',
    render: ({ camera, sentido }) =>
      [camera && nomeCamera(camera), sentido && SENTIDOS[sentido]].filter(Boolean).join(' · '),
  },
  {
    key: 'instante',
    header: 'Data e hora',
    render: ({ instante }) => (
      <time dateTime={instante} className="whitespace-nowrap">
        {clock(instante)}
      </time>
    ),
  },
  {
    key: 'acoes',
    header: 'Ações',
    actions: true,
    width: '72px',
    render: (passagem) => (
      <IconButton
        icon="eye"
        label={`Ver passagem ${passagem.placa}, ${clock(passagem.instante)}`}
        onClick={() => onAbrir(passagem)}
      />
    ),
  },
];
