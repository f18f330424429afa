import { useQuery } from '@tanstack/react-query';
import type { Alerta } from '@unipark/contract/alerta';
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { formatCamera } from '@unipark/contract/passagem';
import { Link } from 'react-router';
import { useRecentHour } from '../../lib/time/useMinute.ts';
import { FailedQuery } from '../../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Chip } from '../../ui/layout/Chip.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { PlacaTexto } from '../../veiculos/placa/PlacaTexto.tsx';
import { ultimosAlertasQuery } from '../api.ts';
import { ALERTAS } from '../textos.ts';

/** The last alarms, each with who answered it; a line leads to its passage. */
export function UltimosAlertas() {
  const query = useQuery(ultimosAlertasQuery);
  const { data } = query;
  return (
    <Panel
      // In a quarter of the smallest desktop the title and its link have one line.
      title={<span className="desktop:max-[1151px]:text-base">Últimos alertas</span>}
      className="short:gap-2 short:p-4"
      actions={<Link to="/historico">Histórico</Link>}
    >
      {!data && (query.isError ? <FailedQuery query={query} /> : <Skeleton height={200} />)}
      {data?.length === 0 && <p className="text-muted">Nenhum alerta até agora.</p>}
      {data && data.length > 0 && (
        <ul className="-my-2 divide-y divide-border short:[&>li:nth-child(n+4)]:hidden">
          {data.map(
            (cartao) =>
              cartao.alerta && (
                <AlertaLine key={cartao.id} cartao={cartao} alerta={cartao.alerta} />
              ),
          )}
        </ul>
      )}
    </Panel>
  );
}

function AlertaLine({ cartao, alerta }: { cartao: UltimoVeiculo; alerta: Alerta }) {
  const quando = useRecentHour(alerta.em);
  const { palavra, icone } = ALERTAS[alerta.tipo];
  return (
    <li>
      <Link
        to={`/historico?passagem=${encodeURIComponent(cartao.id)}`}
        className="flex min-h-[52px] flex-wrap items-center justify-between gap-x-3 gap-y-0.5 py-1.5 text-text hover:no-underline"
      >
        <PlacaTexto placa={cartao.placa} className="text-lg" />
        <Chip tone={alerta.tipo === 'provavel' ? 'warning' : 'negative'} icon={icone}>
          {palavra}
        </Chip>
        <span className="w-full text-xs font-normal text-muted">
          {[
            quando,
            cartao.camera && formatCamera(cartao.camera),
            alerta.ciente ? `Ciente: ${alerta.ciente.nome}` : 'Aguardando ciente',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </Link>
    </li>
  );
}
