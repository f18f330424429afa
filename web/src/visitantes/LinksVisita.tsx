import { useMutation, useQuery } from '@tanstack/react-query';
import type { LinkVisita } from '@unipark/contract/linkVisita';
import { Suspense, useState } from 'react';
import { useDelayed } from '../lib/screen/useDelayed.ts';
import { clock } from '../lib/time/format.ts';
import { part } from '../lib/wire/parts.ts';
import { Button } from '../ui/button/Button.tsx';
import { IconButton } from '../ui/button/IconButton.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { type Column, DataTable } from '../ui/table/DataTable.tsx';
import { linksVisitaQuery, revokeLinkVisita } from './api.ts';

const NovoLink = part(() => import('./NovoLink.tsx').then((file) => file.NovoLink));

const buildColunas = (onRevoke: (link: LinkVisita) => void): readonly Column<LinkVisita>[] => [
  {
    key: 'visita',
    header: 'Visita',
    primary: true,
    free: true,
    render: ({ anfitriao, destino }) => `${anfitriao}, ${destino}`,
  },
  { key: 'de', header: 'De', labelled: true, render: ({ de }) => clock(de) },
  { key: 'ate', header: 'Até', labelled: true, render: ({ ate }) => clock(ate) },
  {
    key: 'usos',
    header: 'Preenchidos',
    labelled: true,
    render: ({ usos, usos_maximo }) => `${usos} de ${usos_maximo}`,
  },
  {
    key: 'acoes',
    header: 'Ações',
    actions: true,
    width: '88px',
    render: (link) => (
      <IconButton
        icon="ban"
        danger
        label={`Cancelar o link de ${link.anfitriao}, ${link.destino}`}
        onClick={() => onRevoke(link)}
      />
    ),
  },
];

/** The links that visitors can still fill in. */
export function LinksVisita() {
  const query = useQuery(linksVisitaQuery);
  const { data, error, isPending } = query;
  const [criando, setCriando] = useState(false);
  const [cancelando, setCancelando] = useState<LinkVisita>();
  const cancelar = useMutation(revokeLinkVisita);
  const loading = useDelayed(isPending);
  const closeQuestion = () => setCancelando(undefined);
  return (
    <>
      <PageHeader
        title="Links de visita"
        breadcrumb={[{ label: 'Visitantes', to: '/visitantes' }, { label: 'Links de visita' }]}
        hint="Quem recebe o link preenche nome e placa pelo celular, sem conta, e o passe aparece em Visitantes."
        actions={
          <Button variant="primary" icon="plus" onClick={() => setCriando(true)}>
            Novo link
          </Button>
        }
      />
      <DataTable
        caption="Links de visita abertos"
        columns={buildColunas(setCancelando)}
        rows={data ?? []}
        rowKey={({ id }) => id}
        loading={loading}
        empty={
          error && !data ? (
            <FailedQuery title="Não foi possível carregar os links." query={query} />
          ) : (
            data && (
              <EmptyState
                icon="users"
                title="Nenhum link aberto."
                text="Um link vale até a hora do fim, ou até todos preencherem."
              />
            )
          )
        }
      />
      <Suspense>{criando && <NovoLink onClose={() => setCriando(false)} />}</Suspense>
      {cancelando && (
        <ConfirmDialog
          open
          danger
          title="Cancelar o link"
          text="O link deixa de funcionar agora. Os passes já preenchidos continuam em Visitantes."
          cancelLabel="Voltar"
          confirmLabel="Cancelar o link"
          busy={cancelar.isPending}
          onCancel={closeQuestion}
          onConfirm={() => cancelar.mutate(cancelando, { onSettled: closeQuestion })}
        />
      )}
    </>
  );
}
