import { normalizarLeitura } from '@unipark/contract/placa';
import { useParams } from 'react-router';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Panel } from '../ui/Panel.tsx';
import { HistoriaDoVeiculo } from './HistoriaDoVeiculo.tsx';
import { ResumoDoVeiculo } from './ResumoDoVeiculo.tsx';

/** One car: when it passed, and what was changed about it, by whom. */
export function HistoricoVeiculo() {
  const placa = normalizarLeitura(useParams().placa ?? '');
  return (
    <>
      <PageHeader
        title={`Histórico de ${placa}`}
        breadcrumb={[{ label: 'Histórico', to: '/historico' }, { label: placa }]}
      />
      <div className="grid gap-4 desktop:grid-cols-[400px_minmax(0,1fr)]">
        <ResumoDoVeiculo placa={placa} />
        <Panel title="Passagens e alterações">
          <HistoriaDoVeiculo key={placa} placa={placa} />
        </Panel>
      </div>
    </>
  );
}
