import type { EntradasPorHora } from '@unipark/contract/painel';
import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useLayoutEffect, useRef, useState } from 'react';
import { number } from '../lib/time/format.ts';
import { type EntradaHour, listHours } from './horas.ts';

const SPACE = { top: 8, right: 4, bottom: 28, left: 40 };
/** The narrowest place of an hour with its label; below it every fourth hour has one. */
const LABEL = 40;
const LABEL_STEP = 4;

const TICK = { fill: 'var(--muted)', fontSize: 13, fontFamily: 'inherit' } as const;

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
          <line
            key={value}
            x1={SPACE.left}
            x2={width - SPACE.right}
            y1={y(value)}
            y2={y(value)}
            stroke="var(--border)"
          />
        ))}
        {rows.map((row) => (
          <HourBars key={row.hora} row={row} x={x} y={y} isCurrent={row.hora === entradas.hora} />
        ))}
        <AxisLeft
          scale={y}
          left={SPACE.left}
          numTicks={4}
          hideAxisLine
          hideTicks
          tickFormat={(value) => number(Number(value))}
          tickLabelProps={{ ...TICK, textAnchor: 'end', dx: -4, dy: '0.3em' }}
        />
        <AxisBottom
          scale={x}
          top={height - SPACE.bottom}
          tickValues={labelled}
          hideAxisLine
          hideTicks
          tickFormat={(hora) => `${hora} h`}
          tickLabelProps={{ ...TICK, textAnchor: 'middle', dy: '0.2em' }}
        />
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
          <Bar
            x={left}
            y={y(habitual)}
            width={wide}
            height={heightOf(habitual)}
            fill="var(--skeleton)"
          />
          <Bar x={left} y={y(habitual) - 1} width={wide} height={2} fill="var(--control)" />
        </>
      )}
      {hoje > 0 && (
        <Bar
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
