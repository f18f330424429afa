import { normalizeLeitura } from '@unipark/contract/placa';
import { useParams } from 'react-router';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { PlacaTexto } from '../../veiculos/placa/PlacaTexto.tsx';
import { HistoriaDoVeiculo } from './HistoriaDoVeiculo.tsx';
import { ResumoDoVeiculo } from './ResumoDoVeiculo.tsx';

export function HistoricoVeiculo() {
  const placa = normalizeLeitura(useParams().placa ?? '');
  return (
    <>
      <PageHeader
        title={
          <>
            Histórico de <PlacaTexto placa={placa} />
          </>
        }
        breadcrumb={[
          { label: 'Histórico', to: '/historico' },
          { label: <PlacaTexto placa={placa} /> },
        ]}
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
