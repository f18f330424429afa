import { useQuery } from '@tanstack/react-query';
import { DIALETOS, type Dispositivo } from '@unipark/contract/dispositivo';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { asApiError } from '../lib/errors.ts';
import { clock, number } from '../lib/format.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { type Column, DataTable } from '../ui/DataTable.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FailedState } from '../ui/FailedState.tsx';
import { useDelayed } from '../ui/useDelayed.ts';
import { dispositivosQuery } from './api.ts';
import { leiturasNestaHora } from './porHora.ts';
import { CAMINHO_DISPOSITIVOS, caminhoDo } from './rotas.ts';
import { SituacaoDispositivo } from './SituacaoDispositivo.tsx';

/** Names a value where the table's heads are gone: on the phone's card. */
function Rotulado({ rotulo, children }: { rotulo: string; children: ReactNode }) {
  return (
    <>
      <span className="text-muted tablet:hidden">{rotulo}: </span>
      {children}
    </>
  );
}

const COLUNAS: readonly Column<Dispositivo>[] = [
  {
    key: 'nome',
    header: 'Nome',
    primary: true,
    free: true,
    render: ({ id, nome }) => <Link to={caminhoDo(id)}>{nome}</Link>,
  },
  { key: 'dialeto', header: 'Fabricante', render: ({ dialeto }) => DIALETOS[dialeto] },
  {
    key: 'camera',
    header: 'Câmera',
    free: true,
    render: ({ camera }) => <Rotulado rotulo="Câmera">{camera ?? 'Não informada'}</Rotulado>,
  },
  {
    key: 'situacao',
    header: 'Situação',
    render: ({ situacao }) => <SituacaoDispositivo situacao={situacao} />,
  },
  {
    key: 'ultima',
    header: 'Última leitura',
    render: ({ ultimaLeituraEm }) => (
      <Rotulado rotulo="Última leitura">
        {ultimaLeituraEm ? clock(ultimaLeituraEm) : 'Nenhuma'}
      </Rotulado>
    ),
  },
  {
    key: 'ritmo',
    header: 'Leituras nesta hora',
    align: 'end',
    render: ({ porHora }) => (
      <Rotulado rotulo="Leituras nesta hora">{number(leiturasNestaHora(porHora))}</Rotulado>
    ),
  },
];

/** Cameras and programs that send readings. */
export function Dispositivos() {
  const { data, error, isPending, isFetching, refetch } = useQuery(dispositivosQuery);
  const loading = useDelayed(isPending);
  const falha = error && !data ? asApiError(error) : undefined;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto">Dispositivos</h2>
        <ButtonLink variant="primary" icon="plus" to={`${CAMINHO_DISPOSITIVOS}/novo`}>
          Novo dispositivo
        </ButtonLink>
      </div>
      <DataTable
        caption="Dispositivos"
        columns={COLUNAS}
        rows={data ?? []}
        rowKey={({ id }) => id}
        loading={loading}
        empty={
          falha ? (
            <FailedState
              title="Não foi possível carregar os dispositivos."
              text={falha.mensagem}
              requestId={falha.pedido}
              retrying={isFetching}
              onRetry={() => refetch()}
            />
          ) : (
            data && (
              <EmptyState
                icon="gate"
                title="Nenhum dispositivo cadastrado."
                text="Enquanto não houver um dispositivo, nenhuma leitura de câmera é recebida."
              />
            )
          )
        }
      />
    </>
  );
}
