import { useQuery } from '@tanstack/react-query';
import type { EntradasPorHora } from '@unipark/contract/painel';
import { useState } from 'react';
import { number } from '../lib/time/format.ts';
import { Button } from '../ui/button/Button.tsx';
import { FailedQuery } from '../ui/feedback/FailedQuery.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { entradasQuery } from './api.ts';
import { GraficoEntradas } from './GraficoEntradas.tsx';
import { formatHabitual, sumUntilNow } from './horas.ts';
import { TabelaEntradas } from './TabelaEntradas.tsx';

/** Today's entries by hour against the usual ones: a chart, or a table of the same numbers. */
export function Entradas() {
  const query = useQuery(entradasQuery);
  const [asTable, setAsTable] = useState(false);
  const { data } = query;
  const text = data && describe(data);
  return (
    <Panel
      title="Entradas por hora"
      className="min-h-[360px] short:min-h-[248px] short:gap-2 short:p-4"
      actions={
        <Button
          variant="ghost"
          disabled={!data}
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        >
          Ver como tabela
        </Button>
      }
    >
      {!data && query.isError && <FailedQuery query={query} />}
      {data && (
        <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-1 text-sm text-muted">
          <p>{text}</p>
          <Legend entradas={data} />
        </div>
      )}
      {data && asTable && <TabelaEntradas entradas={data} />}
      {data && !asTable && <GraficoEntradas entradas={data} label={`Entradas por hora. ${text}`} />}
    </Panel>
  );
}

function describe(entradas: EntradasPorHora): string {
  const { hora, hoje, semanas } = entradas;
  if (semanas === 0 && hoje.every((total) => total === 0)) return 'Nenhuma entrada registrada.';
  const soFar = sumUntilNow(entradas);
  const usual = semanas === 0 ? 'ainda sem média' : `média ${number(soFar.habitual)}`;
  return `Até ${hora} h: ${number(soFar.hoje)} · ${usual}`;
}

function Legend({ entradas }: { entradas: EntradasPorHora }) {
  return (
    <p aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1">
      <LegendEntry color="bg-primary" text="Hoje" />
      <LegendEntry color="bg-primary opacity-60" text="Hora em curso" />
      {entradas.semanas > 0 && (
        <LegendEntry
          color="border-t-2 border-control bg-skeleton"
          text={formatHabitual(entradas)}
        />
      )}
    </p>
  );
}

const LegendEntry = ({ color, text }: { color: string; text: string }) => (
  <span className="flex items-center gap-2">
    <span className={`size-3 ${color}`} />
    {text}
  </span>
);
