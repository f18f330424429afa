import { useQuery } from '@tanstack/react-query';
import type { Veiculo } from '@unipark/contract/veiculo';
import { Link } from 'react-router';
import { useDelayed } from '../../lib/screen/useDelayed.ts';
import { count } from '../../lib/time/format.ts';
import { pathOfVeiculos } from '../../proprietarios/api.ts';
import { ButtonLink } from '../../ui/button/ButtonLink.tsx';
import { FailedQuery } from '../../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { veiculosQuery } from '../../veiculos/api.ts';
import { pathOfVeiculo } from '../../veiculos/caminho.ts';
import { PlacaTexto } from '../../veiculos/placa/PlacaTexto.tsx';
import { StatusChip } from '../../veiculos/StatusChip.tsx';
import { Secao } from '../Secao.tsx';

const MOSTRADOS = 5;
/** The height of one of them in px: its place is kept while it loads. */
const ALTURA = 49;

type Props = { matricula: string; total: number };

/** The first vehicles of an owner; the list has the others. */
export function VeiculosDoProprietario({ matricula, total }: Props) {
  const veiculos = useQuery(veiculosQuery({ proprietario: matricula, limite: MOSTRADOS }));
  const { data, error } = veiculos;
  const esqueleto = useDelayed(veiculos.isPending);
  return (
    <Secao
      titulo="Veículos"
      acao={
        <ButtonLink
          icon="plus"
          to={`/veiculos/cadastrar?proprietario=${encodeURIComponent(matricula)}`}
        >
          Incluir veículo
        </ButtonLink>
      }
    >
      {veiculos.isPending && (
        <div style={{ minHeight: Math.min(total, MOSTRADOS) * ALTURA }}>
          {esqueleto && <Skeleton height={Math.min(total, MOSTRADOS) * ALTURA} />}
        </div>
      )}
      {error && !data && (
        <FailedQuery title="Não foi possível carregar os veículos." query={veiculos} />
      )}
      {data?.items.length === 0 && <p className="text-muted">Nenhum veículo cadastrado.</p>}
      {data && data.items.length > 0 && (
        <ul className="divide-y divide-border">
          {data.items.map((veiculo) => (
            <li key={veiculo.placa}>
              <VeiculoDele veiculo={veiculo} />
            </li>
          ))}
        </ul>
      )}
      {data && data.total > MOSTRADOS && (
        <Link to={pathOfVeiculos(matricula)} className="w-fit py-2">
          Ver {count(data.total, 'veículo', 'veículos', data.mais)}
        </Link>
      )}
    </Secao>
  );
}

const VeiculoDele = ({ veiculo: { placa, modelo, status } }: { veiculo: Veiculo }) => (
  <Link
    to={pathOfVeiculo(placa)}
    className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 rounded-control py-2 text-text hover:bg-hover hover:no-underline"
  >
    <PlacaTexto placa={placa} className="w-24 shrink-0 text-xl" />
    <span className="min-w-0 grow basis-32 truncate font-normal">{modelo}</span>
    <StatusChip status={status} />
  </Link>
);
