import { useOpenOverList } from '../lib/screen/overList.ts';
import type { ListState } from '../lib/screen/urlState.ts';
import type { ListScreen } from '../lib/screen/useListScreen.ts';
import { number } from '../lib/time/format.ts';
import { Button } from '../ui/button/Button.tsx';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { IconButton } from '../ui/button/IconButton.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import type { Column } from '../ui/table/DataTable.tsx';
import { PagedTable } from '../ui/table/PagedTable.tsx';
import { RowLink } from '../ui/table/RowLink.tsx';
import { type ProprietarioListado, pathOfProprietario } from './api.ts';

type Props = {
  lista: ListScreen<ProprietarioListado>;
  /** The first, marked row, even if the page does not contain it. */
  destaque?: ProprietarioListado;
  onEdit: (proprietario: ProprietarioListado) => void;
  onRemove: (proprietario: ProprietarioListado) => void;
};

export function TabelaProprietarios({ lista, destaque, onEdit, onRemove }: Props) {
  const openProprietario = useOpenOverList(({ matricula }: ProprietarioListado) =>
    pathOfProprietario(matricula),
  );
  return (
    <PagedTable
      caption="Proprietários"
      columns={buildColunas(onEdit, onRemove)}
      list={lista}
      arrange={(rows) => addDestaque(rows, lista.state, destaque)}
      defaultSort="nome"
      rowKey={({ matricula }) => matricula}
      rowLabel={({ matricula, nome }) => `${nome}, matrícula ${matricula}`}
      highlight={destaque?.matricula}
      onOpen={openProprietario}
      openOnClick
      onEdit={onEdit}
      onDelete={onRemove}
      empty={<Vazia buscou={lista.isNarrowed} onClear={lista.clear} />}
    />
  );
}

const buildColunas = (
  onEdit: Props['onEdit'],
  onRemove: Props['onRemove'],
): Column<ProprietarioListado>[] => [
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
    render: ({ matricula, nome }) => <RowLink to={pathOfProprietario(matricula)}>{nome}</RowLink>,
  },
  {
    key: 'veiculos',
    header: 'Veículos',
    align: 'end',
    width: '120px',
    render: ({ veiculos }) => veiculos !== undefined && <NumeroDeVeiculos total={veiculos} />,
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
          onClick={() => onEdit(proprietario)}
        />
        <IconButton
          icon="trash"
          danger
          label={`Excluir proprietário ${proprietario.matricula}`}
          onClick={() => onRemove(proprietario)}
        />
      </Stack>
    ),
  },
];

/** '2' under its head; on the phone's card, and for a screen reader, '2 veículos'. */
const NumeroDeVeiculos = ({ total }: { total: number }) => (
  <span className={total === 0 ? 'text-muted' : undefined}>
    {number(total)}
    <span className="tablet:sr-only">{total === 1 ? ' veículo' : ' veículos'}</span>
  </span>
);

/** On the first page of the unfiltered list the new record is at the top. */
function addDestaque(
  lista: ProprietarioListado[],
  { q, apos, antes }: ListState,
  destaque: ProprietarioListado | undefined,
): ProprietarioListado[] {
  if (!destaque || q || apos || antes) return lista;
  return [destaque, ...lista.filter(({ matricula }) => matricula !== destaque.matricula)];
}

function Vazia({ buscou, onClear }: { buscou: boolean; onClear: () => void }) {
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
      {buscou && <Button onClick={onClear}>Limpar busca</Button>}
      <ButtonLink to="/proprietarios/cadastrar" variant="primary" icon="plus">
        Cadastrar proprietário
      </ButtonLink>
    </EmptyState>
  );
}
