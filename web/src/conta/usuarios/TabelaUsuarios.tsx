import type { SituacaoUsuario, Usuario } from '@unipark/contract/usuario';
import type { ReactNode } from 'react';
import type { ListScreen } from '../../lib/screen/useListScreen.ts';
import { clock } from '../../lib/time/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Popover } from '../../ui/dialog/Popover.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Chip } from '../../ui/layout/Chip.tsx';
import type { Column } from '../../ui/table/DataTable.tsx';
import { PagedTable } from '../../ui/table/PagedTable.tsx';
import { ROTULOS, type UsuarioMenuAction } from './atos.ts';
import type { UsuarioActions } from './useAtos.ts';

/** Labels a value on the phone's card, where the table's heads are hidden. */
function Rotulado({ rotulo, children }: { rotulo: string; children: ReactNode }) {
  return (
    <>
      <span className="text-muted tablet:hidden">{rotulo}: </span>
      {children}
    </>
  );
}

const buildColunas = ({
  isProprio,
  listAcoes,
  act,
}: UsuarioActions): readonly Column<Usuario>[] => [
  {
    key: 'nome',
    header: 'Nome',
    primary: true,
    free: true,
    render: (usuario) => (
      // The chip is beside both lines: the row keeps the height of the others.
      <span className="flex items-center gap-x-3">
        <span className="min-w-0">
          <span className="block">{usuario.nome}</span>
          <span className="block text-sm font-normal text-muted">{usuario.email}</span>
        </span>
        {isProprio(usuario) && (
          <span className="shrink-0">
            <Chip>Você</Chip>
          </span>
        )}
      </span>
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
        acoes={listAcoes(usuario)}
        onChoose={(acao) => act(acao, usuario)}
      />
    ),
  },
];

export function TabelaUsuarios({
  lista,
  atos,
}: {
  lista: ListScreen<Usuario>;
  atos: UsuarioActions;
}) {
  return (
    <PagedTable
      caption="Usuários"
      columns={buildColunas(atos)}
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

const SITUACOES = {
  ativa: { tone: 'positive', icon: 'check', texto: 'Ativa' },
  aprovacao: { tone: 'warning', icon: 'clock', texto: 'Aguarda aprovação' },
  email: { tone: 'neutral', icon: 'clock', texto: 'Aguarda e-mail' },
  desabilitada: { tone: 'negative', icon: 'ban', texto: 'Desabilitada' },
} as const;

function SituacaoConta({ situacao }: { situacao: SituacaoUsuario }) {
  const { tone, icon, texto } = SITUACOES[situacao];
  return (
    <Chip tone={tone} icon={icon}>
      {texto}
    </Chip>
  );
}

type MenuUsuarioProps = {
  usuario: Usuario;
  acoes: readonly UsuarioMenuAction[];
  onChoose: (acao: UsuarioMenuAction) => void;
};

function MenuUsuario({ usuario: { nome }, acoes, onChoose }: MenuUsuarioProps) {
  return (
    <Popover icon="more" label={`Ações da conta de ${nome}`} title={nome} width={300}>
      {(close) => (
        <div className="flex flex-col gap-1">
          {acoes.map((acao) => (
            <Button
              key={acao}
              variant="ghost"
              block
              className="justify-start!"
              aria-label={`${ROTULOS[acao]} ${nome}`}
              onClick={() => {
                close();
                onChoose(acao);
              }}
            >
              {ROTULOS[acao]}
            </Button>
          ))}
        </div>
      )}
    </Popover>
  );
}
