import { useMutation, useQuery } from '@tanstack/react-query';
import type { Convite } from '@unipark/contract/usuario';
import { Suspense, useState } from 'react';
import { asApiError } from '../../lib/errors.ts';
import { clock } from '../../lib/format.ts';
import { part } from '../../lib/parts.ts';
import { useMinute } from '../../lib/useMinute.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FailedState } from '../../ui/FailedState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useDelayed } from '../../ui/useDelayed.ts';
import { convitesQuery, removeConvite } from './api.ts';

const Convidar = part(() => import('./Convidar.tsx').then((file) => file.Convidar));

type Estado = 'aberto' | 'aceito' | 'vencido';

const ESTADOS = {
  aberto: { tone: 'warning', icon: 'clock', texto: 'Aberto', quando: 'Até' },
  aceito: { tone: 'positive', icon: 'check', texto: 'Aceito', quando: 'Em' },
  vencido: { tone: 'neutral', icon: 'ban', texto: 'Vencido', quando: 'Em' },
} as const;

const estadoDe = ({ aceitoEm, expiraEm }: Convite, agora: Date): Estado => {
  if (aceitoEm) return 'aceito';
  return Date.parse(expiraEm) <= agora.getTime() ? 'vencido' : 'aberto';
};

const colunas = (
  agora: Date,
  onRetirar: (convite: Convite) => void,
): readonly Column<Convite>[] => [
  { key: 'email', header: 'E-mail', primary: true, free: true, render: ({ email }) => email },
  {
    key: 'situacao',
    header: 'Situação',
    render: (convite) => {
      const { tone, icon, texto } = ESTADOS[estadoDe(convite, agora)];
      return (
        <Chip tone={tone} icon={icon}>
          {texto}
        </Chip>
      );
    },
  },
  {
    key: 'quando',
    header: 'Quando',
    render: (convite) =>
      `${ESTADOS[estadoDe(convite, agora)].quando} ${clock(convite.aceitoEm ?? convite.expiraEm)}`,
  },
  {
    key: 'acoes',
    header: 'Ações',
    actions: true,
    width: '72px',
    render: (convite) => (
      <IconButton
        icon="trash"
        danger
        label={`Retirar convite para ${convite.email}`}
        onClick={() => onRetirar(convite)}
      />
    ),
  },
];

/** Invitations: open ones first, then what became of the others. */
export function Convites() {
  const { data, error, isPending, isFetching, refetch } = useQuery(convitesQuery);
  const [convidando, setConvidando] = useState(false);
  const [retirando, setRetirando] = useState<Convite>();
  const loading = useDelayed(isPending);
  const agora = useMinute();
  const retirar = useMutation({
    ...removeConvite,
    onSettled: () => {
      setRetirando(undefined);
      void refetch();
    },
  });
  const falha = error && !data ? asApiError(error) : undefined;
  return (
    <section aria-label="Convites" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto">Convites</h2>
        <Button variant="primary" icon="user-plus" onClick={() => setConvidando(true)}>
          Convidar
        </Button>
      </div>
      <DataTable
        caption="Convites"
        columns={colunas(agora, setRetirando)}
        rows={data ?? []}
        rowKey={({ id }) => String(id)}
        loading={loading}
        empty={
          falha ? (
            <FailedState
              title="Não foi possível carregar os convites."
              text={falha.mensagem}
              requestId={falha.pedido}
              retrying={isFetching}
              onRetry={() => refetch()}
            />
          ) : (
            data && (
              <EmptyState
                icon="user-plus"
                title="Nenhum convite."
                text="Um convite deixa uma pessoa criar a própria conta, qualquer que seja o modo de cadastro."
              />
            )
          )
        }
      />
      <Suspense>{convidando && <Convidar onClose={() => setConvidando(false)} />}</Suspense>
      {retirando && (
        <ConfirmDialog
          open
          danger
          icon="trash"
          title="Retirar convite"
          text={
            retirando.aceitoEm
              ? `Deseja tirar da lista o convite para ${retirando.email}? A conta dessa pessoa continua.`
              : `Deseja retirar o convite para ${retirando.email}? O link deixa de funcionar.`
          }
          confirmLabel="Retirar"
          busy={retirar.isPending}
          onConfirm={() => retirar.mutate(retirando)}
          onCancel={() => setRetirando(undefined)}
        />
      )}
    </section>
  );
}
