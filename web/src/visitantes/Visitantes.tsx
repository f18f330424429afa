import { useMutation } from '@tanstack/react-query';
import type { SituacaoPasse, Visitante } from '@unipark/contract/visitante';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useListScreen } from '../lib/screen/useListScreen.ts';
import { clock, count } from '../lib/time/format.ts';
import { serverNow } from '../lib/time/serverClock.ts';
import { Button } from '../ui/button/Button.tsx';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { IconButton } from '../ui/button/IconButton.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { FilterRow } from '../ui/form/FilterRow.tsx';
import { FilterSelect } from '../ui/form/FilterSelect.tsx';
import { SearchBar } from '../ui/form/SearchBar.tsx';
import { ListCount } from '../ui/layout/ListCount.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import type { Column } from '../ui/table/DataTable.tsx';
import { PagedTable } from '../ui/table/PagedTable.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { cancelVisitante, visitantesQuery } from './api.ts';
import { NovoPasse } from './NovoPasse.tsx';

const FILTROS = ['situacao'] as const;
const SITUACOES: { value: SituacaoPasse; label: string }[] = [
  { value: 'agora', label: 'Agora' },
  { value: 'hoje', label: 'Hoje' },
  { value: 'encerrados', label: 'Encerrados' },
];

/** 'Em vigor', 'Começa depois', 'Encerrado' or 'Cancelado'. */
function formatSituacao({ de, ate, cancelado_em }: Visitante, agora: number): string {
  if (cancelado_em !== null) return 'Cancelado';
  if (Date.parse(ate) <= agora) return 'Encerrado';
  return Date.parse(de) <= agora ? 'Em vigor' : 'Começa depois';
}

const buildColunas = (onCancel: (visitante: Visitante) => void): Column<Visitante>[] => [
  {
    key: 'placa',
    header: 'Placa',
    primary: true,
    render: ({ placa }) => <PlacaTexto placa={placa} className="text-xl" />,
  },
  { key: 'nome', header: 'Visitante', free: true, render: ({ nome }) => nome },
  {
    key: 'visita',
    header: 'Visita',
    free: true,
    render: ({ anfitriao, destino }) => `${anfitriao}, ${destino}`,
  },
  { key: 'de', header: 'De', labelled: true, render: ({ de }) => clock(de) },
  { key: 'ate', header: 'Até', labelled: true, render: ({ ate }) => clock(ate) },
  {
    key: 'situacao',
    header: 'Situação',
    render: (visitante) => formatSituacao(visitante, serverNow()),
  },
  {
    key: 'acoes',
    header: 'Ações',
    actions: true,
    width: '88px',
    render: (visitante) =>
      Date.parse(visitante.ate) > serverNow() && (
        <IconButton
          icon="ban"
          danger
          label={`Cancelar o passe de ${visitante.nome}`}
          onClick={() => onCancel(visitante)}
        />
      ),
  },
];

/** The passes of visitors, newest first. `?placa=` opens the form for a plate of the gate. */
export function Visitantes() {
  const lista = useListScreen(visitantesQuery, FILTROS);
  const { state, change, clear, isNarrowed, counted, search } = lista;
  const [params, setParams] = useSearchParams();
  const [criando, setCriando] = useState(params.has('placa'));
  const [cancelando, setCancelando] = useState<Visitante>();
  const cancelar = useMutation(cancelVisitante);

  function close(): void {
    setCriando(false);
    if (!params.has('placa')) return;
    const resto = new URLSearchParams(params);
    resto.delete('placa');
    setParams(resto, { replace: true });
  }

  return (
    <>
      <PageHeader title="Visitantes" />
      <SearchBar
        {...search}
        label="Buscar passes"
        placeholder="Buscar por placa, nome, destino..."
        filters={
          <FilterRow
            active={Object.values(state.filtros).filter(Boolean).length}
            after={
              <ListCount>
                {counted && count(counted.total, 'passe', 'passes', counted.mais)}
              </ListCount>
            }
          >
            <FilterSelect
              label="Situação"
              options={SITUACOES}
              value={state.filtros.situacao}
              onChange={(situacao) => change({ filtros: { situacao } })}
            />
          </FilterRow>
        }
        actions={
          <>
            <ButtonLink to="/visitantes/links" className="max-tablet:grow max-tablet:px-3!">
              Links de visita
            </ButtonLink>
            <Button
              variant="primary"
              icon="plus"
              className="max-tablet:grow max-tablet:px-3!"
              onClick={() => setCriando(true)}
            >
              Novo passe
            </Button>
          </>
        }
      />
      <PagedTable
        caption="Passes de visitantes"
        columns={buildColunas(setCancelando)}
        list={lista}
        rowKey={({ id }) => id}
        rowLabel={({ placa, nome }) => `${placa}, ${nome}`}
        empty={
          <EmptyState
            icon={isNarrowed ? 'search' : 'users'}
            title="Nenhum passe encontrado."
            text="Um passe mostra na portaria quem chega, quem recebe e o destino."
          >
            {isNarrowed && <Button onClick={clear}>Limpar busca</Button>}
          </EmptyState>
        }
      />
      {criando && <NovoPasse placa={params.get('placa') ?? ''} onClose={close} />}
      {cancelando && (
        <ConfirmDialog
          open
          danger
          title="Cancelar o passe"
          text={`O passe de ${cancelando.nome} deixa de valer agora.`}
          cancelLabel="Voltar"
          confirmLabel="Cancelar o passe"
          busy={cancelar.isPending}
          onCancel={() => setCancelando(undefined)}
          onConfirm={() =>
            cancelar.mutate(cancelando, { onSettled: () => setCancelando(undefined) })
          }
        />
      )}
    </>
  );
}
