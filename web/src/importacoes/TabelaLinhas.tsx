import { useQuery } from '@tanstack/react-query';
import type { Importacao, LinhaImportada, VereditoLinha } from '@unipark/contract/importacao';
import { useState } from 'react';
import { useDelayed } from '../lib/screen/useDelayed.ts';
import { number } from '../lib/time/format.ts';
import { EmptyState } from '../ui/feedback/EmptyState.tsx';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { Chip, type ChipTone } from '../ui/layout/Chip.tsx';
import { type Column, DataTable } from '../ui/table/DataTable.tsx';
import { Pager } from '../ui/table/Pager.tsx';
import { linhasQuery, type PaginaLinhas } from './api.ts';
import { Celula } from './Celula.tsx';
import './importacoes.css';

const SITUACOES: Record<VereditoLinha, { rotulo: string; tone: ChipTone }> = {
  nova: { rotulo: 'Nova', tone: 'positive' },
  altera: { rotulo: 'Atualiza', tone: 'warning' },
  igual: { rotulo: 'Igual', tone: 'neutral' },
  erro: { rotulo: 'Erro', tone: 'negative' },
};

function Situacao({ linha }: { linha: LinhaImportada }) {
  const corrigida = linha.veredito !== 'erro' && Object.keys(linha.originais).length > 0;
  const { rotulo, tone } = SITUACOES[linha.veredito];
  return <Chip tone={corrigida ? 'positive' : tone}>{corrigida ? 'Corrigida' : rotulo}</Chip>;
}

type Props = { importacao: Importacao; veredito: VereditoLinha | undefined };

/** The rows of one tab, page by page. */
export function TabelaLinhas({ importacao, veredito }: Props) {
  const { id, tipo, colunas, contagem, linhas: total } = importacao;
  const [limite, setLimite] = useState(50);
  // The last lines of the pages before.
  const [antes, setAntes] = useState<number[]>([]);
  const pagina: PaginaLinhas = { veredito, apos: antes.at(-1) ?? 0, limite };
  const consulta = useQuery(linhasQuery(id, pagina));
  const { data, error, isPending } = consulta;
  const loading = useDelayed(isPending);
  const quantas = veredito ? contagem[veredito] : total;
  // Corrected rows stay in their page: the pages are those of the tab as it was opened.
  const [noInicio, setNoInicio] = useState(quantas);
  const todas = Math.max(quantas, noInicio);
  const inicio = antes.length * limite + 1;
  const fim = inicio - 1 + (data?.length ?? 0);
  const ultima = data?.at(-1);

  const columns: Column<LinhaImportada>[] = [
    { key: 'linha', header: 'Linha', labelled: true, render: ({ linha }) => number(linha) },
    { key: 'situacao', header: 'Situação', render: (linha) => <Situacao linha={linha} /> },
    ...colunas.flatMap(({ letra, titulo, campo }, i) =>
      campo === null
        ? []
        : [
            {
              key: letra,
              header: `${letra} · ${titulo}`,
              labelled: true,
              render: (linha: LinhaImportada) => (
                <Celula
                  importacao={id}
                  pagina={pagina}
                  linha={linha}
                  coluna={i}
                  letra={letra}
                  tipo={tipo}
                  campo={campo}
                />
              ),
            },
          ],
    ),
  ];

  return (
    <section
      aria-label="Linhas do arquivo"
      className="linhas-importadas"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the keyboard
      tabIndex={0}
    >
      <DataTable
        caption="Linhas do arquivo"
        columns={columns}
        rows={data ?? []}
        rowKey={({ linha }) => String(linha)}
        loading={loading}
        empty={
          error ? (
            <FailedQuery title="Não foi possível carregar as linhas." query={consulta} />
          ) : (
            data && <EmptyState icon="check" title="Nenhuma linha nesta situação." />
          )
        }
        footer={
          data &&
          (data.length > 0 || antes.length > 0) && (
            <Pager
              previous={antes.length > 0}
              next={data.length === limite && fim < todas}
              range={`${number(Math.min(inicio, fim))}–${number(fim)} de ${number(Math.max(todas, fim))}`}
              onPrevious={() => {
                setAntes(antes.slice(0, -1));
                setNoInicio(quantas);
              }}
              onNext={() => ultima && setAntes([...antes, ultima.linha])}
              limit={limite}
              onLimit={(novo) => {
                setLimite(novo);
                setNoInicio(quantas);
                setAntes([]);
              }}
            />
          )
        }
      />
    </section>
  );
}
