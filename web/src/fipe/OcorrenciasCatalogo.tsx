import type { OcorrenciaCatalogo } from '@unipark/contract/fipe';
import { clock } from '../lib/time/format.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { type Column, DataTable } from '../ui/table/DataTable.tsx';
import { PROVEDORES } from './palavras.ts';

type OcorrenciaRow = OcorrenciaCatalogo & { vez: number };

const COLUNAS: readonly Column<OcorrenciaRow>[] = [
  { key: 'quando', header: 'Quando', primary: true, render: ({ quando }) => clock(quando) },
  {
    key: 'provedor',
    header: 'Provedor',
    render: ({ provedor }) => (provedor ? PROVEDORES[provedor] : 'Atualização'),
  },
  { key: 'motivo', header: 'Ocorrência', free: true, render: ({ motivo }) => motivo },
];

export function OcorrenciasCatalogo({ ocorrencias }: { ocorrencias: OcorrenciaCatalogo[] }) {
  // Two faults may be exactly equal.
  const linhas = ocorrencias.map((ocorrencia, vez) => ({ ...ocorrencia, vez }));
  return (
    <>
      <h2>Ocorrências</h2>
      <DataTable
        caption="Ocorrências do catálogo"
        columns={COLUNAS}
        rows={linhas}
        rowKey={({ vez }) => String(vez)}
        empty={
          <EmptyState
            icon="check"
            title="Nenhuma ocorrência."
            text="Se um provedor falhar, a hora e o motivo aparecem aqui."
          />
        }
      />
    </>
  );
}
