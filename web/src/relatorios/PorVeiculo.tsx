import { useQuery } from '@tanstack/react-query';
import type { PedidoRelatorio } from '@unipark/contract/relatorio';
import { formatDia } from '@unipark/contract/validade';
import { formatCampo } from '@unipark/contract/veiculo';
import { asApiError } from '../lib/wire/errors.ts';
import { Delayed } from '../ui/feedback/Delayed.tsx';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { isPeriodoGrande, relatorioVeiculosQuery } from './api.ts';
import { Contagens } from './Contagens.tsx';

/** By type, and the vehicles with most passages; of a long period those of its whole months. */
export function PorVeiculo({ pedido }: { pedido: PedidoRelatorio }) {
  const consulta = useQuery(relatorioVeiculosQuery(pedido));
  const { data, error, isError, isPlaceholderData } = consulta;
  if (isPeriodoGrande(error)) {
    return (
      <Panel title="Por tipo e por veículo">
        <p className="text-muted">{asApiError(error).mensagem}</p>
      </Panel>
    );
  }
  if (!data) {
    return isError ? (
      <FailedQuery title="Não foi possível contar por veículo." query={consulta} />
    ) : (
      <Delayed>
        <Skeleton height={240} />
      </Delayed>
    );
  }
  const { periodo } = data;
  const isInteiro =
    // The numbers of the period before stay until the new ones come.
    isPlaceholderData || (periodo.de === pedido.de && periodo.ate === pedido.ate);
  const modelos = new Map(data.maiores.map(({ nome, modelo }) => [nome, modelo ?? 'Sem modelo']));
  return (
    <div
      aria-busy={isPlaceholderData}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desktop:grid-cols-3"
    >
      <Contagens
        titulo="Por tipo"
        arquivo="passagens-por-tipo"
        contagens={data.porTipo}
        formatNome={formatTipo}
      />
      <div className="desktop:col-span-2">
        <Contagens
          titulo="Veículos com mais passagens"
          arquivo="veiculos-com-mais-passagens"
          contagens={data.maiores}
          vazio="Nenhuma passagem no período."
          formatNome={(placa) => `${placa} · ${modelos.get(placa)}`}
          renderNome={(placa) => (
            <>
              <PlacaTexto placa={placa} className="text-lg" />{' '}
              <span className="font-normal text-muted">{modelos.get(placa)}</span>
            </>
          )}
        />
      </div>
      <p className="text-sm text-muted desktop:col-span-3">
        {isInteiro
          ? ''
          : `Por tipo e por veículo, contam só os meses inteiros do período: de ${formatDia(periodo.de)} a ${formatDia(periodo.ate)}. `}
        As passagens que os prazos de guarda já apagaram não entram nestas duas contagens.
      </p>
    </div>
  );
}

const formatTipo = (tipo: string): string =>
  tipo === '' ? 'Sem tipo, ou não cadastrado' : formatCampo('tipo', tipo);
