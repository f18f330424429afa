import type { Dispositivo } from '@unipark/contract/dispositivo';
import { count, hour, number } from '../lib/time/format.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import './graficoPorHora.css';
import { type HourCount, listUltimasHoras } from './porHora.ts';

const ALTURA = 80;
const PASSO = 20;
const BARRA = 14;

export function GraficoPorHora({ por_hora }: Pick<Dispositivo, 'por_hora'>) {
  const horas = listUltimasHoras(por_hora);
  const sumOf = (contagem: 'leituras' | 'ignoradas' | 'recusadas') =>
    horas.reduce((total, hora) => total + hora[contagem], 0);
  return (
    <Panel title="Últimas 24 horas" className="min-w-0">
      <p className="text-sm text-muted">
        {[
          count(sumOf('leituras'), 'leitura', 'leituras'),
          count(sumOf('ignoradas'), 'ignorada', 'ignoradas'),
          count(sumOf('recusadas'), 'recusada', 'recusadas'),
        ].join(', ')}
      </p>
      <Barras horas={horas} />
      <details className="por-hora">
        <summary>Ver como tabela</summary>
        <table>
          <caption className="sr-only">Leituras por hora</caption>
          <thead>
            <tr>
              <th scope="col">Hora</th>
              <th scope="col">Leituras</th>
              <th scope="col">Ignoradas</th>
              <th scope="col">Recusadas</th>
            </tr>
          </thead>
          <tbody>
            {horas.map(({ hora, leituras, ignoradas, recusadas }) => (
              <tr key={hora}>
                <th scope="row">{hour(hora)}</th>
                <td>{number(leituras)}</td>
                <td>{number(ignoradas)}</td>
                <td>{number(recusadas)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Panel>
  );
}

function Barras({ horas }: { horas: readonly HourCount[] }) {
  const maior = Math.max(1, ...horas.map(({ leituras, recusadas }) => leituras + recusadas));
  const heightOf = (quantas: number) => (quantas / maior) * ALTURA;
  return (
    <svg
      aria-hidden="true"
      className="por-hora-barras"
      viewBox={`0 0 ${horas.length * PASSO} ${ALTURA + 18}`}
    >
      <path d={`M0 ${ALTURA + 0.5}H${horas.length * PASSO}`} className="eixo" />
      {horas.map(({ hora, leituras, recusadas }, indice) => (
        <g key={hora} transform={`translate(${indice * PASSO + (PASSO - BARRA) / 2} 0)`}>
          <rect
            className="lidas"
            y={ALTURA - heightOf(leituras)}
            width={BARRA}
            height={heightOf(leituras)}
          />
          <rect
            className="recusadas"
            y={ALTURA - heightOf(leituras + recusadas)}
            width={BARRA}
            height={heightOf(recusadas)}
          />
          {indice % 6 === 5 && (
            <text x={BARRA} y={ALTURA + 14}>
              {hour(hora)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}
