import { useMutation, useQuery } from '@tanstack/react-query';
import type { CopiaExterna, CopiaListada, SituacaoCopias } from '@unipark/contract/copia';
import { useState } from 'react';
import { useDelayed } from '../lib/screen/useDelayed.ts';
import { clock, count, number } from '../lib/time/format.ts';
import { Button } from '../ui/button/Button.tsx';
import { IconButton } from '../ui/button/IconButton.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { type Column, DataTable } from '../ui/table/DataTable.tsx';
import { AjustesDeCopias } from './AjustesDeCopias.tsx';
import { copiasQuery, createCopia, verifyCopia } from './api.ts';
import { RestaurarCopia } from './RestaurarCopia.tsx';

const MEGA = 1_048_576;
const ANDAMENTOS = {
  criar: 'Fazendo e conferindo uma cópia…',
  conferir: 'Conferindo a cópia…',
  restaurar: 'Restaurando. O servidor reinicia em instantes, e todos entram de novo.',
} as const;

const COM_POSTGRES =
  'Com PostgreSQL, cada servidor mostra só as cópias que ele fez. Para restaurar uma delas, pare todos os servidores e execute neste: unipark restore PASTA.';

/** '9,4 MB' below ten, '76 GB' above ten thousand. */
function formatBytes(bytes: number): string {
  const megas = bytes / MEGA;
  if (megas < 10) return `${number(Math.ceil(megas * 10) / 10)} MB`;
  return megas < 10_240
    ? `${number(Math.ceil(megas))} MB`
    : `${number(Math.floor(megas / 1_024))} GB`;
}

const COLUNAS: readonly Column<CopiaListada>[] = [
  { key: 'criada', header: 'Feita em', primary: true, render: ({ criada_em }) => clock(criada_em) },
  {
    key: 'conferida',
    header: 'Conferida',
    labelled: true,
    render: ({ conferida_em }) => clock(conferida_em),
  },
  {
    key: 'conteudo',
    header: 'Conteúdo',
    free: true,
    render: ({ linhas: { veiculos, proprietarios, passagens } }) =>
      [
        count(veiculos, 'veículo', 'veículos'),
        count(proprietarios, 'proprietário', 'proprietários'),
        count(passagens, 'passagem', 'passagens'),
      ].join(', '),
  },
  {
    key: 'tamanho',
    header: 'Tamanho',
    labelled: true,
    align: 'end',
    render: ({ bytes }) => formatBytes(bytes),
  },
  {
    key: 'segredo',
    header: 'Segredo',
    labelled: true,
    render: ({ com_segredo }) => (com_segredo ? 'Incluído' : 'Não'),
  },
];

/** The backups on the server: made each hour or now, verified, restored. */
export function Copias() {
  const consulta = useQuery(copiasQuery);
  const { data, error, isPending } = consulta;
  const loading = useDelayed(isPending);
  const [restaurando, setRestaurando] = useState<CopiaListada>();
  const conferir = useMutation(verifyCopia);
  const ocupado = data?.andamento != null;
  const colunas: readonly Column<CopiaListada>[] = [
    ...COLUNAS,
    {
      key: 'acoes',
      header: 'Ações',
      actions: true,
      render: (copia) => (
        <>
          <IconButton
            icon="check"
            label={`Conferir cópia de ${clock(copia.criada_em)}`}
            disabled={ocupado}
            onClick={() => conferir.mutate(copia.nome)}
          />
          {data?.restaura && (
            <IconButton
              icon="history"
              label={`Restaurar cópia de ${clock(copia.criada_em)}`}
              disabled={ocupado}
              onClick={() => setRestaurando(copia)}
            />
          )}
        </>
      ),
    },
  ];
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-auto">Cópias de segurança</h2>
        <FazerCopia situacao={data} />
      </div>
      <Estado situacao={data} />
      {data && <AjustesDeCopias situacao={data} />}
      <DataTable
        caption="Cópias de segurança"
        columns={colunas}
        rows={data?.copias ?? []}
        rowKey={({ nome }) => nome}
        rowLabel={({ criada_em }) => `Cópia de ${clock(criada_em)}`}
        loading={loading}
        empty={
          error && !data ? (
            <FailedQuery title="Não foi possível carregar as cópias." query={consulta} />
          ) : (
            data && (
              <EmptyState
                icon="history"
                title="Nenhuma cópia ainda."
                text="A primeira é feita nos primeiros minutos do servidor. Para fazer uma já, use o botão acima."
              />
            )
          )
        }
      />
      {restaurando && (
        <RestaurarCopia copia={restaurando} onClose={() => setRestaurando(undefined)} />
      )}
    </>
  );
}

function FazerCopia({ situacao }: { situacao: SituacaoCopias | undefined }) {
  const criar = useMutation(createCopia);
  return (
    <Button
      variant="primary"
      icon="copy"
      disabled={!situacao || (situacao.andamento !== null && situacao.andamento !== 'criar')}
      loading={criar.isPending || situacao?.andamento === 'criar'}
      onClick={() => criar.mutate()}
    >
      Fazer cópia agora
    </Button>
  );
}

function describeDestino({ destino, externas }: SituacaoCopias): string {
  if (destino !== null) return `Cada uma vai também para ${destino}.`;
  if (externas.length > 0) return '';
  return 'Leve-as também para outra máquina: no mesmo disco elas não protegem do disco.';
}

/** What runs, what failed last, and where the backups are. */
function Estado({ situacao }: { situacao: SituacaoCopias | undefined }) {
  if (!situacao) return null;
  const { andamento, falha, atrasada, pasta, restaura, externas, bytes_livres, copias } = situacao;
  const soma = copias.reduce((total, { bytes }) => total + bytes, 0);
  return (
    <>
      {atrasada && (
        <Alert tone="danger" role="alert">
          Não há cópia de segurança das últimas horas.
        </Alert>
      )}
      {falha && (
        <Alert tone="warning" role="alert">{`${clock(falha.quando)}: ${falha.motivo}`}</Alert>
      )}
      <p role="status" className="font-semibold empty:hidden">
        {andamento && ANDAMENTOS[andamento]}
      </p>
      <p className="text-sm wrap-anywhere text-muted">
        {`Ficam no servidor, em ${pasta}: ${formatBytes(soma)}, com ${formatBytes(bytes_livres)} livres no disco. ${describeDestino(situacao)}`}
      </p>
      {!restaura && <p className="text-sm text-muted">{COM_POSTGRES}</p>}
      {externas.map((externa) => (
        <Externa key={externa.destino} externa={externa} />
      ))}
    </>
  );
}

/** A place outside: its newest encrypted copy, and why the last attempt failed. */
function Externa({ externa }: { externa: CopiaExterna }) {
  const { destino, criada_em, enviando, apaga, falha } = externa;
  const frases = [
    criada_em === null
      ? `Cópia externa cifrada em ${destino}: ainda nenhuma.`
      : `Cópia externa cifrada em ${destino}: a última é de ${clock(criada_em)}.`,
    enviando ? 'Enviando…' : '',
    apaga === false ? 'O servidor não pode apagar lá: o prazo é o do bucket.' : '',
  ];
  return (
    <>
      {falha && (
        <Alert tone="warning" role="alert">
          {`${clock(falha.quando)}: ${falha.motivo} O envio é tentado de novo.`}
        </Alert>
      )}
      <p className="text-sm wrap-anywhere text-muted">{frases.filter(Boolean).join(' ')}</p>
    </>
  );
}
