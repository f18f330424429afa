import type { UseQueryResult } from '@tanstack/react-query';
import type { Proprietario } from '@unipark/contract/proprietario';
import { ApiError } from '../lib/http.ts';
import type { Page } from '../lib/list.ts';
import { type ListChange, type ListState, useIsEmpty } from '../lib/urlState.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailedState } from '../ui/FailedState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Pager } from '../ui/Pager.tsx';
import { Stack } from '../ui/Stack.tsx';
import { useDelayed } from '../ui/useDelayed.ts';

type Props = {
  pagina: UseQueryResult<Page<Proprietario>>;
  estado: ListState;
  mudar: (mudanca: ListChange) => void;
  /** Shown first and pointed out, even where the page would not hold it. */
  destaque?: Proprietario;
  onLimpar: () => void;
  onEditar: (proprietario: Proprietario) => void;
  onExcluir: (proprietario: Proprietario) => void;
};

/** The four faces of the owner list: loading, empty, failed, full. */
export function TabelaProprietarios(props: Props) {
  const { pagina, estado, mudar, destaque, onLimpar, onEditar, onExcluir } = props;
  const esqueleto = useDelayed(pagina.isPending);
  const { data, error } = pagina;
  const vazia = useIsEmpty(pagina);
  const lista = error ? [] : comDestaque(data?.items ?? [], estado, destaque);

  return (
    <DataTable
      caption="Proprietários"
      columns={colunas(onEditar, onExcluir)}
      rows={lista}
      rowKey={({ matricula }) => matricula}
      rowLabel={({ matricula, nome }) => `${nome}, matrícula ${matricula}`}
      sort={estado.ordem || 'nome'}
      onSort={(ordem) => mudar({ ordem })}
      highlight={destaque?.matricula}
      onOpen={onEditar}
      onEdit={onEditar}
      onDelete={onExcluir}
      loading={esqueleto}
      empty={
        error ? (
          <FailedState
            title="Não foi possível carregar a lista."
            text={error.message}
            requestId={error instanceof ApiError ? error.pedido : undefined}
            retrying={pagina.isFetching}
            onRetry={() => pagina.refetch()}
          />
        ) : (
          vazia && <Vazia buscou={estado.q !== ''} onLimpar={onLimpar} />
        )
      }
      footer={
        data &&
        !error &&
        (lista.length > 0 || data.previous) && (
          <Pager
            previous={data.previous !== undefined}
            next={data.next !== undefined}
            onPrevious={() => mudar({ antes: data.previous })}
            onNext={() => mudar({ apos: data.next })}
            limit={estado.limite}
            onLimit={(limite) => mudar({ limite })}
          />
        )
      }
    />
  );
}

const colunas = (
  onEditar: Props['onEditar'],
  onExcluir: Props['onExcluir'],
): Column<Proprietario>[] => [
  {
    key: 'matricula',
    header: 'Matrícula',
    sortKey: 'matricula',
    width: '24%',
    render: ({ matricula }) => matricula,
  },
  {
    key: 'nome',
    header: 'Nome',
    sortKey: 'nome',
    primary: true,
    free: true,
    render: ({ nome }) => nome,
  },
  {
    key: 'acoes',
    header: 'Ações',
    actions: true,
    width: '120px',
    render: (proprietario) => (
      <Stack direction="row" gap={4} justify="end" className="max-tablet:flex-col">
        <IconButton
          icon="pencil"
          label={`Editar proprietário ${proprietario.matricula}`}
          onClick={() => onEditar(proprietario)}
        />
        <IconButton
          icon="trash"
          danger
          label={`Excluir proprietário ${proprietario.matricula}`}
          onClick={() => onExcluir(proprietario)}
        />
      </Stack>
    ),
  },
];

/** On the first page of the whole list the new record stands at the top. */
function comDestaque(
  lista: Proprietario[],
  { q, apos, antes }: ListState,
  destaque: Proprietario | undefined,
): Proprietario[] {
  if (!destaque || q || apos || antes) return lista;
  return [destaque, ...lista.filter(({ matricula }) => matricula !== destaque.matricula)];
}

function Vazia({ buscou, onLimpar }: { buscou: boolean; onLimpar: () => void }) {
  return (
    <EmptyState
      icon={buscou ? 'search' : 'users'}
      title="Nenhum proprietário encontrado."
      text={
        buscou
          ? 'Confira o nome ou a matrícula, ou cadastre o proprietário agora.'
          : 'Ainda não há proprietários cadastrados.'
      }
    >
      {buscou && <Button onClick={onLimpar}>Limpar busca</Button>}
      <ButtonLink to="/proprietarios/cadastrar" variant="primary" icon="plus">
        Cadastrar proprietário
      </ButtonLink>
    </EmptyState>
  );
}
