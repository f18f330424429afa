import type { Proprietario } from '@unipark/contract/proprietario';
import type { ListState } from '../lib/urlState.ts';
import type { ListScreen } from '../lib/useListScreen.ts';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import type { Column } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PagedTable } from '../ui/PagedTable.tsx';
import { Stack } from '../ui/Stack.tsx';

type Props = {
  lista: ListScreen<Proprietario>;
  /** Shown first and pointed out, even where the page would not hold it. */
  destaque?: Proprietario;
  onEditar: (proprietario: Proprietario) => void;
  onExcluir: (proprietario: Proprietario) => void;
};

/** The owner list; one just registered stands out. */
export function TabelaProprietarios({ lista, destaque, onEditar, onExcluir }: Props) {
  return (
    <PagedTable
      caption="Proprietários"
      columns={colunas(onEditar, onExcluir)}
      list={lista}
      arrange={(rows) => comDestaque(rows, lista.state, destaque)}
      defaultSort="nome"
      rowKey={({ matricula }) => matricula}
      rowLabel={({ matricula, nome }) => `${nome}, matrícula ${matricula}`}
      highlight={destaque?.matricula}
      onOpen={onEditar}
      onEdit={onEditar}
      onDelete={onExcluir}
      empty={<Vazia buscou={lista.isNarrowed} onLimpar={lista.clear} />}
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
