import type { EntradasPorHora } from '@unipark/contract/painel';
import { scaleBand, scaleLinear } from '@visx/scale';
import { useLayoutEffect, useRef, useState } from 'react';
import { number } from '../lib/time/format.ts';
import { type EntradaHour, listHours } from './horas.ts';

const SPACE = { top: 8, right: 4, bottom: 28, left: 40 };
/** The narrowest place of an hour with its label; below it every fourth hour has one. */
const LABEL = 40;
const LABEL_STEP = 4;

const LABEL_TEXT = { fill: 'var(--muted)', fontSize: 13 } as const;

type GraficoProps = { entradas: EntradasPorHora; label: string };

/** Bars of today before those of the usual number; the table beside has the same numbers. */
export function GraficoEntradas({ entradas, label }: GraficoProps) {
  const { box, width, height } = useSize();
  const rows = listHours(entradas);
  const highest = Math.max(4, ...rows.flatMap(({ hoje, habitual }) => [hoje, habitual]));
  const x = scaleBand({
    domain: rows.map(({ hora }) => hora),
    range: [SPACE.left, width - SPACE.right],
    padding: 0.18,
  });
  const y = scaleLinear({
    domain: [0, highest],
    range: [height - SPACE.bottom, SPACE.top],
    nice: 4,
  });
  const isNarrow = x.step() < LABEL;
  const labelled = rows
    .map(({ hora }) => hora)
    .filter((_, index) => !isNarrow || index % LABEL_STEP === 0);
  return (
    <div ref={box} className="relative min-h-53 grow short:min-h-33">
      <svg width={width} height={height} role="img" aria-label={label} className="absolute">
        {y.ticks(4).map((value) => (
          <g key={value} transform={`translate(0 ${y(value)})`}>
            <line x1={SPACE.left} x2={width - SPACE.right} stroke="var(--border)" />
            <text {...LABEL_TEXT} x={SPACE.left - 12} textAnchor="end" dy="0.3em">
              {number(value)}
            </text>
          </g>
        ))}
        {rows.map((row) => (
          <HourBars key={row.hora} row={row} x={x} y={y} isCurrent={row.hora === entradas.hora} />
        ))}
        {labelled.map((hora) => (
          <text
            key={hora}
            {...LABEL_TEXT}
            x={(x(hora) ?? 0) + x.bandwidth() / 2}
            y={height - SPACE.bottom + 20}
            textAnchor="middle"
          >
            {`${hora} h`}
          </text>
        ))}
      </svg>
    </div>
  );
}

type HourBarsProps = {
  row: EntradaHour;
  x: { (hora: number): number | undefined; bandwidth: () => number };
  y: (value: number) => number;
  isCurrent: boolean;
};

function HourBars({ row, x, y, isCurrent }: HourBarsProps) {
  const { hora, hoje, habitual } = row;
  const left = x(hora) ?? 0;
  const wide = x.bandwidth();
  const heightOf = (value: number) => y(0) - y(value);
  return (
    <g>
      <title>{`${hora} h: hoje ${number(hoje)}, média ${number(habitual)}`}</title>
      {habitual > 0 && (
        <>
          <rect
            x={left}
            y={y(habitual)}
            width={wide}
            height={heightOf(habitual)}
            fill="var(--skeleton)"
          />
          <rect x={left} y={y(habitual) - 1} width={wide} height={2} fill="var(--control)" />
        </>
      )}
      {hoje > 0 && (
        <rect
          x={left + wide * 0.22}
          y={y(hoje)}
          width={wide * 0.56}
          height={heightOf(hoje)}
          rx={2}
          fill="var(--primary)"
          opacity={isCurrent ? 0.6 : 1}
        />
      )}
    </g>
  );
}

/** Until the first measurement, and where nothing is measured. */
const FALLBACK = { width: 640, height: 212 };

/** The size of an element, followed while it changes. */
function useSize() {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(FALLBACK);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () =>
      setSize({
        width: element.clientWidth || FALLBACK.width,
        height: element.clientHeight || FALLBACK.height,
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, ...size };
}
