import type { RelatorioPassagens } from '@unipark/contract/relatorio';
import { formatDia } from '@unipark/contract/validade';
import { useState } from 'react';
import { number } from '../lib/time/format.ts';
import { Button } from '../ui/button/Button.tsx';
import { Quadro } from './Quadro.tsx';
import { formatDiaCurto } from './textos.ts';

type Dias = RelatorioPassagens['dias'];

/** The height and the space of a bar in the drawing; it is stretched to the panel. */
const ALTURA = 100;
const BARRA = 10;
const ROTULOS = 6;

/** Each day beside the day of the same place in the period before: a drawing, or a table. */
export function PorDia({ dias }: { dias: Dias }) {
  const [emTabela, setEmTabela] = useState(false);
  return (
    <Quadro
      titulo="Por dia"
      arquivo="passagens-por-dia"
      linhas={[
        ['Dia', 'Passagens', 'Período anterior'],
        ...dias.map(({ dia, total, anterior }) => [formatDia(dia), total, anterior]),
      ]}
      acao={
        <Button variant="ghost" aria-pressed={emTabela} onClick={() => setEmTabela(!emTabela)}>
          Ver como tabela
        </Button>
      }
    >
      {emTabela ? <TabelaDeDias dias={dias} /> : <GraficoDeDias dias={dias} />}
    </Quadro>
  );
}

function GraficoDeDias({ dias }: { dias: Dias }) {
  const maior = Math.max(1, ...dias.flatMap(({ total, anterior }) => [total, anterior]));
  const heightOf = (valor: number): number => (ALTURA * valor) / maior;
  const passo = Math.max(1, Math.ceil(dias.length / ROTULOS));
  const linha = dias
    .map(({ anterior }, i) => `${i * BARRA + BARRA / 2},${ALTURA - heightOf(anterior)}`)
    .join(' ');
  const pico = dias.reduce((um, outro) => (outro.total > um.total ? outro : um), {
    dia: '',
    total: 0,
  });
  return (
    <figure className="flex flex-col gap-1">
      <svg
        role="img"
        aria-label={`Passagens por dia. ${pico.total > 0 ? `O dia com mais: ${formatDia(pico.dia)}, ${number(pico.total)}.` : 'Nenhuma.'}`}
        viewBox={`0 0 ${dias.length * BARRA} ${ALTURA}`}
        preserveAspectRatio="none"
        className="h-48 w-full border-b border-border"
      >
        {dias.map(({ dia, total }, i) => (
          <rect
            key={dia}
            x={i * BARRA + 1}
            y={ALTURA - heightOf(total)}
            width={BARRA - 2}
            height={heightOf(total)}
            fill="var(--primary)"
          >
            <title>{`${formatDia(dia)}: ${number(total)}`}</title>
          </rect>
        ))}
        <polyline
          points={linha}
          fill="none"
          stroke="var(--muted)"
          strokeWidth={2}
          strokeDasharray="6 4"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <div aria-hidden="true" className="relative h-4 text-xs text-muted tabular">
        {dias.map(({ dia }, i) =>
          i % passo === 0 ? (
            <span key={dia} className="absolute" style={{ left: `${(100 * i) / dias.length}%` }}>
              {formatDiaCurto(dia)}
            </span>
          ) : null,
        )}
      </div>
      <figcaption className="text-sm text-muted">
        {`Barras: este período. Linha tracejada: o anterior. No alto: ${number(maior)}.`}
      </figcaption>
    </figure>
  );
}

function TabelaDeDias({ dias }: { dias: Dias }) {
  return (
    <section
      className="max-h-80 overflow-y-auto"
      aria-label="Tabela por dia"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows scroll it
      tabIndex={0}
    >
      <table className="contagens">
        <thead>
          <tr>
            <th scope="col">Dia</th>
            <th scope="col">Passagens</th>
            <th scope="col">Período anterior</th>
          </tr>
        </thead>
        <tbody>
          {dias.map(({ dia, total, anterior }) => (
            <tr key={dia}>
              <th scope="row">{formatDia(dia)}</th>
              <td className="tabular">{number(total)}</td>
              <td className="text-muted tabular">{number(anterior)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
