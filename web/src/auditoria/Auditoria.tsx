import { useQuery } from '@tanstack/react-query';
import {
  ACOES_AUDITORIA,
  type AtoAuditado,
  ENTIDADES_AUDITORIA,
} from '@unipark/contract/auditoria';
import {
  AUTORES_SEM_CONTA,
  formatAcao,
  formatMudanca,
  formatQuem,
  formatRegistro,
} from '@unipark/contract/textosAuditoria';
import { useState } from 'react';
import type { ListChange, ListState } from '../lib/screen/urlState.ts';
import { useListScreen } from '../lib/screen/useListScreen.ts';
import { clock, count } from '../lib/time/format.ts';
import { Button } from '../ui/button/Button.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { FilterRow } from '../ui/form/FilterRow.tsx';
import { FilterSelect } from '../ui/form/FilterSelect.tsx';
import { PeriodFilter } from '../ui/form/PeriodFilter.tsx';
import { SearchBar } from '../ui/form/SearchBar.tsx';
import { ListCount } from '../ui/layout/ListCount.tsx';
import { ExportMenu } from '../ui/table/ExportMenu.tsx';
import { PagedTable } from '../ui/table/PagedTable.tsx';
import type { Column } from '../ui/table/tableTypes.ts';
import { FraseComPlacas } from '../veiculos/placa/FraseComPlacas.tsx';
import { atosQuery, pessoasQuery } from './api.ts';
import { Conferencia } from './Conferencia.tsx';
import { DetalheAto } from './DetalheAto.tsx';

const FILTROS = ['de', 'ate', 'quem', 'entidade', 'acao'] as const;

const optionsOf = (palavras: Readonly<Record<string, string>>) =>
  Object.entries(palavras).map(([value, label]) => ({ value, label }));
const ENTIDADES = optionsOf(ENTIDADES_AUDITORIA);
const ACOES = optionsOf(ACOES_AUDITORIA);

const COLUNAS: readonly Column<AtoAuditado>[] = [
  { key: 'quando', header: 'Quando', render: ({ quando }) => clock(quando) },
  { key: 'quem', header: 'Quem', free: true, render: formatQuem },
  {
    key: 'acao',
    header: 'Ação',
    free: true,
    primary: true,
    render: ({ acao }) => formatAcao(acao),
  },
  {
    key: 'registro',
    header: 'Registro',
    free: true,
    render: (ato) => <FraseComPlacas texto={formatRegistro(ato)} />,
  },
  {
    key: 'mudanca',
    header: 'O que mudou',
    free: true,
    render: (ato) => <FraseComPlacas texto={formatMudanca(ato)} />,
  },
];

/** The term of the search is the key of a record. */
const toExported = ({ q, filtros, ...state }: ListState): ListState => ({
  ...{ ...state, q: '' },
  filtros: { ...filtros, ...(q && { chave: q }) },
});

/** Who did what to which record, newest first. */
export function Auditoria() {
  const lista = useListScreen(atosQuery, FILTROS, 1);
  const { state, change, clear, isNarrowed, counted, search } = lista;
  const [aberto, setAberto] = useState<AtoAuditado>();
  return (
    <>
      <Conferencia acao={<ExportMenu path="/api/auditoria/exportar" state={toExported(state)} />} />
      <SearchBar
        {...search}
        label="Buscar por registro"
        placeholder="Placa ou matrícula exata..."
        filters={
          <FilterRow
            active={Object.values(state.filtros).filter(Boolean).length}
            after={
              <ListCount>{counted && count(counted.total, 'ato', 'atos', counted.mais)}</ListCount>
            }
          >
            <FiltrosAuditoria estado={state} onChange={change} />
          </FilterRow>
        }
      />
      <PagedTable
        caption="Auditoria"
        columns={COLUNAS}
        list={lista}
        rowKey={({ id }) => id}
        rowLabel={(ato) =>
          `${formatQuem(ato)}, ${formatAcao(ato.acao)}, ${formatRegistro(ato)}, ${clock(ato.quando)}`
        }
        onOpen={setAberto}
        openOnClick
        empty={
          <EmptyState
            icon="search"
            title="Nenhum ato encontrado."
            text="Confira a placa ou matrícula, o período e os filtros."
          >
            {isNarrowed && <Button onClick={clear}>Limpar busca</Button>}
          </EmptyState>
        }
      />
      {aberto && <DetalheAto ato={aberto} onClose={() => setAberto(undefined)} />}
    </>
  );
}

const SEM_CONTA = Object.entries(AUTORES_SEM_CONTA).map(([value, label]) => ({ value, label }));

type FiltrosProps = { estado: ListState; onChange: (mudanca: ListChange) => void };

function FiltrosAuditoria({ estado, onChange }: FiltrosProps) {
  const { filtros } = estado;
  const { data: pessoas = [] } = useQuery(pessoasQuery);
  const changeFiltro = (nome: string) => (valor: string) =>
    onChange({ filtros: { [nome]: valor } });
  return (
    <>
      <PeriodFilter estado={estado} onChange={onChange} />
      <FilterSelect
        label="Usuário"
        options={[...SEM_CONTA, ...pessoas.map(({ id, nome }) => ({ value: id, label: nome }))]}
        value={filtros.quem}
        onChange={changeFiltro('quem')}
      />
      <FilterSelect
        label="Registro"
        options={ENTIDADES}
        value={filtros.entidade}
        onChange={changeFiltro('entidade')}
      />
      <FilterSelect
        label="Ação"
        options={ACOES}
        value={filtros.acao}
        onChange={changeFiltro('acao')}
      />
    </>
  );
}
