import type { Usuario } from '@unipark/contract/usuario';
import type { ReactNode } from 'react';
import { clock } from '../../lib/format.ts';
import type { ListScreen } from '../../lib/useListScreen.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import type { Column } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PagedTable } from '../../ui/PagedTable.tsx';
import { MenuUsuario } from './MenuUsuario.tsx';
import { SituacaoConta } from './SituacaoConta.tsx';
import type { Atos } from './useAtos.ts';

/** Names a value where the table's heads are gone: on the phone's card. */
function Rotulado({ rotulo, children }: { rotulo: string; children: ReactNode }) {
  return (
    <>
      <span className="text-muted tablet:hidden">{rotulo}: </span>
      {children}
    </>
  );
}

const colunas = ({ isProprio, acoesDe, agir }: Atos): readonly Column<Usuario>[] => [
  {
    key: 'nome',
    header: 'Nome',
    primary: true,
    free: true,
    render: (usuario) => (
      <>
        <span className="flex flex-wrap items-center gap-x-2">
          {usuario.nome}
          {isProprio(usuario) && <Chip>Você</Chip>}
        </span>
        <span className="block text-sm font-normal text-muted">{usuario.email}</span>
      </>
    ),
  },
  {
    key: 'papel',
    header: 'Papel',
    render: ({ admin }) => (
      <Rotulado rotulo="Papel">{admin ? 'Administração' : 'Usuário'}</Rotulado>
    ),
  },
  {
    key: 'situacao',
    header: 'Situação',
    render: ({ situacao }) => <SituacaoConta situacao={situacao} />,
  },
  {
    key: 'fator',
    header: 'Segundo fator',
    render: ({ segundoFator }) => (
      <Rotulado rotulo="Segundo fator">{segundoFator ? 'Sim' : 'Não'}</Rotulado>
    ),
  },
  {
    key: 'vista',
    header: 'Último uso',
    render: ({ vistaEm }) => (
      <Rotulado rotulo="Último uso">{vistaEm ? clock(vistaEm) : 'Sem sessão aberta'}</Rotulado>
    ),
  },
  {
    key: 'acoes',
    header: 'Ações',
    actions: true,
    width: '72px',
    render: (usuario) => (
      <MenuUsuario
        usuario={usuario}
        acoes={acoesDe(usuario)}
        onEscolher={(acao) => agir(acao, usuario)}
      />
    ),
  },
];

/** Everybody with an account, by name. */
export function TabelaUsuarios({ lista, atos }: { lista: ListScreen<Usuario>; atos: Atos }) {
  return (
    <PagedTable
      caption="Usuários"
      columns={colunas(atos)}
      list={lista}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          icon="search"
          title="Nenhum usuário encontrado."
          text="Confira o nome ou o e-mail, ou retire o filtro."
        >
          <Button onClick={lista.clear}>Limpar busca</Button>
        </EmptyState>
      }
    />
  );
}
