import type { OcorrenciaCatalogo } from '@unipark/contract/fipe';
import { clock } from '../lib/format.ts';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PROVEDORES } from './palavras.ts';

type Linha = OcorrenciaCatalogo & { vez: number };

const COLUNAS: readonly Column<Linha>[] = [
  { key: 'quando', header: 'Quando', primary: true, render: ({ quando }) => clock(quando) },
  {
    key: 'provedor',
    header: 'Provedor',
    render: ({ provedor }) => (provedor ? PROVEDORES[provedor] : 'Atualização'),
  },
  { key: 'motivo', header: 'O que houve', free: true, render: ({ motivo }) => motivo },
];

/** What went wrong, the newest first. */
export function OcorrenciasCatalogo({ ocorrencias }: { ocorrencias: OcorrenciaCatalogo[] }) {
  // Two may be alike to the letter.
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
