import { useQuery } from '@tanstack/react-query';
import { DIALETOS, type Dispositivo } from '@unipark/contract/dispositivo';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useDelayed } from '../lib/screen/useDelayed.ts';
import { clock, number } from '../lib/time/format.ts';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { type Column, DataTable } from '../ui/table/DataTable.tsx';
import { dispositivosQuery } from './api.ts';
import { countLeiturasOfHour } from './porHora.ts';
import { CAMINHO_DISPOSITIVOS, pathOfDispositivo } from './rotas.ts';
import { SituacaoDispositivo } from './SituacaoDispositivo.tsx';

/** Labels a value on the phone's card, where the table's heads are hidden. */
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
    render: ({ id, nome }) => <Link to={pathOfDispositivo(id)}>{nome}</Link>,
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
    render: ({ ultima_leitura_em }) => (
      <Rotulado rotulo="Última leitura">
        {ultima_leitura_em ? clock(ultima_leitura_em) : 'Nenhuma'}
      </Rotulado>
    ),
  },
  {
    key: 'ritmo',
    header: 'Leituras nesta hora',
    align: 'end',
    render: ({ por_hora }) => (
      <Rotulado rotulo="Leituras nesta hora">{number(countLeiturasOfHour(por_hora))}</Rotulado>
    ),
  },
];

export function Dispositivos() {
  const query = useQuery(dispositivosQuery);
  const { data, error, isPending } = query;
  const loading = useDelayed(isPending);
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
          error && !data ? (
            <FailedQuery title="Não foi possível carregar os dispositivos." query={query} />
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
