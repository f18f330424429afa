import { useQuery } from '@tanstack/react-query';
import { formatStatus, ROTULOS_SENTIDO } from '@unipark/contract/passagem';
import { countDias, type RelatorioPassagens } from '@unipark/contract/relatorio';
import { formatDia } from '@unipark/contract/validade';
import { useSearchParams } from 'react-router';
import { count } from '../lib/time/format.ts';
import { serverNow } from '../lib/time/serverClock.ts';
import { Button } from '../ui/button/Button.tsx';
import { Delayed } from '../ui/feedback/Delayed.tsx';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { DateFilter, withDia } from '../ui/form/DateFilter.tsx';
import { FilterSelect } from '../ui/form/FilterSelect.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { relatorioQuery } from './api.ts';
import { Contagens } from './Contagens.tsx';
import { PorDia } from './PorDia.tsx';
import { PorHora } from './PorHora.tsx';
import { PorVeiculo } from './PorVeiculo.tsx';
import { findPeriodo, lastDias, PERIODOS, readPedido, today } from './periodo.ts';
import './relatorios.css';
import { formatNomeCamera, formatVariacao } from './textos.ts';

const SENTIDOS = Object.entries(ROTULOS_SENTIDO).map(([value, label]) => ({ value, label }));
const formatSentido = (nome: string): string =>
  (ROTULOS_SENTIDO as Readonly<Record<string, string>>)[nome] ?? 'Não informado';

/** Passages of a period, counted beside those of the period before it. */
export function Relatorios() {
  const [params, setParams] = useSearchParams();
  const hoje = today(serverNow());
  const pedido = readPedido(params, hoje);
  const { de, ate, sentido = '' } = pedido;
  const consulta = useQuery(relatorioQuery(pedido));
  const { data, isError } = consulta;
  const change = (mudanca: Record<string, string>) =>
    setParams(
      (atual) => {
        const todos = { de, ate, ...Object.fromEntries(atual), ...mudanca };
        return Object.fromEntries(Object.entries(todos).filter(([, valor]) => valor !== ''));
      },
      { replace: true },
    );
  return (
    <>
      <PageHeader
        title="Relatórios"
        actions={
          <Button icon="printer" disabled={!data} onClick={() => window.print()}>
            Imprimir
          </Button>
        }
      />
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Segmented
          label="Período"
          name="periodo"
          options={PERIODOS}
          // Another period is none of these.
          value={findPeriodo(pedido, hoje) as (typeof PERIODOS)[number]['value']}
          onChange={(dias) => change(lastDias(Number(dias), hoje))}
        />
        <DateFilter
          label="De"
          value={de}
          max={ate}
          ultimo={hoje}
          onChange={(dia) => change(withDia({ de, ate }, { de: dia }))}
        />
        <DateFilter
          label="Até"
          value={ate}
          min={de}
          max={hoje}
          ultimo={hoje}
          onChange={(dia) => change(withDia({ de, ate }, { ate: dia }))}
        />
        <FilterSelect
          label="Sentido"
          options={SENTIDOS}
          value={sentido}
          onChange={(valor) => change({ sentido: valor })}
        />
      </div>
      {data ? (
        <>
          <Partes relatorio={data} velho={consulta.isPlaceholderData} />
          <PorVeiculo pedido={pedido} />
        </>
      ) : isError ? (
        <FailedQuery title="Não foi possível carregar o relatório." query={consulta} />
      ) : (
        <Delayed>
          <Skeleton height={640} />
        </Delayed>
      )}
    </>
  );
}

/** `velho`: of the period before, until the new one has arrived. */
function Partes({ relatorio, velho }: { relatorio: RelatorioPassagens; velho: boolean }) {
  return (
    <div className={velho ? 'contents opacity-60' : 'contents'} aria-busy={velho}>
      <p role="status" className="print-kept">
        {describe(relatorio)}
      </p>
      <PorDia dias={relatorio.dias} />
      <PorHora semana={relatorio.semana} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desktop:grid-cols-3">
        <Contagens
          titulo="Por status"
          arquivo="passagens-por-status"
          contagens={relatorio.porStatus}
          formatNome={formatStatus}
        />
        <Contagens
          titulo="Por câmera"
          arquivo="passagens-por-camera"
          contagens={relatorio.porCamera}
          formatNome={formatNomeCamera}
        />
        <Contagens
          titulo="Por sentido"
          arquivo="passagens-por-sentido"
          contagens={relatorio.porSentido}
          formatNome={formatSentido}
        />
      </div>
    </div>
  );
}

/** '1.200 passagens de 01/11/2026 a 23/11/2026: 8% a mais que nos 23 dias anteriores (1.111).' */
function describe({ total, anterior, periodo }: RelatorioPassagens): string {
  const { de, ate } = periodo;
  const passagens = `${count(total, 'passagem', 'passagens')} de ${formatDia(de)} a ${formatDia(ate)}`;
  const variacao = formatVariacao(total, anterior);
  const dias = count(countDias(periodo), 'dia', 'dias');
  if (!variacao) return `${passagens}. Nenhuma nos ${dias} anteriores.`;
  if (variacao === 'igual') return `${passagens}: o mesmo que nos ${dias} anteriores.`;
  const antes = count(anterior, 'passagem', 'passagens');
  return variacao === 'quase igual'
    ? `${passagens}: quase o mesmo que nos ${dias} anteriores (${antes}).`
    : `${passagens}: ${variacao} que nos ${dias} anteriores (${antes}).`;
}
