import { useMutation, useQuery } from '@tanstack/react-query';
import type { Convite } from '@unipark/contract/usuario';
import { Suspense, useState } from 'react';
import { useDelayed } from '../../lib/screen/useDelayed.ts';
import { clock } from '../../lib/time/format.ts';
import { useMinute } from '../../lib/time/useMinute.ts';
import { part } from '../../lib/wire/parts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { FailedQuery } from '../../ui/feedback/FailedQuery.tsx';
import { Chip } from '../../ui/layout/Chip.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { convitesQuery, removeConvite } from './api.ts';

const Convidar = part(() => import('./Convidar.tsx').then((file) => file.Convidar));

type ConviteState = 'aberto' | 'aceito' | 'vencido';

const ESTADOS = {
  aberto: { tone: 'warning', icon: 'clock', texto: 'Aberto', quando: 'Até' },
  aceito: { tone: 'positive', icon: 'check', texto: 'Aceito', quando: 'Em' },
  vencido: { tone: 'neutral', icon: 'ban', texto: 'Vencido', quando: 'Em' },
} as const;

const getEstado = ({ aceitoEm, expiraEm }: Convite, agora: Date): ConviteState => {
  if (aceitoEm) return 'aceito';
  return Date.parse(expiraEm) <= agora.getTime() ? 'vencido' : 'aberto';
};

const buildColunas = (
  agora: Date,
  onRemove: (convite: Convite) => void,
): readonly Column<Convite>[] => [
  { key: 'email', header: 'E-mail', primary: true, free: true, render: ({ email }) => email },
  {
    key: 'situacao',
    header: 'Situação',
    render: (convite) => {
      const { tone, icon, texto } = ESTADOS[getEstado(convite, agora)];
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
      `${ESTADOS[getEstado(convite, agora)].quando} ${clock(convite.aceitoEm ?? convite.expiraEm)}`,
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
        onClick={() => onRemove(convite)}
      />
    ),
  },
];

export function Convites() {
  const query = useQuery(convitesQuery);
  const { data, error, isPending, refetch } = query;
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
        columns={buildColunas(agora, setRetirando)}
        rows={data ?? []}
        rowKey={({ id }) => String(id)}
        loading={loading}
        empty={
          error && !data ? (
            <FailedQuery title="Não foi possível carregar os convites." query={query} />
          ) : (
            data && (
              <EmptyState
                icon="user-plus"
                title="Nenhum convite."
                text="Com um convite, a pessoa cria a própria conta mesmo com o cadastro fechado."
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
