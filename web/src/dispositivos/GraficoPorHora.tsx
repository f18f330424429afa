import type { Dispositivo } from '@unipark/contract/dispositivo';
import { count, hour, number } from '../lib/format.ts';
import { Panel } from '../ui/Panel.tsx';
import './graficoPorHora.css';
import { type Hora, ultimasHoras } from './porHora.ts';

const ALTURA = 80;
const PASSO = 20;
const BARRA = 14;

/** What arrived in the last 24 hours: bars, and the same numbers in a table. */
export function GraficoPorHora({ porHora }: Pick<Dispositivo, 'porHora'>) {
  const horas = ultimasHoras(porHora);
  const soma = (contagem: 'leituras' | 'ignoradas' | 'recusadas') =>
    horas.reduce((total, hora) => total + hora[contagem], 0);
  return (
    <Panel title="Últimas 24 horas" className="min-w-0">
      <p className="text-sm text-muted">
        {[
          count(soma('leituras'), 'leitura', 'leituras'),
          count(soma('ignoradas'), 'ignorada', 'ignoradas'),
          count(soma('recusadas'), 'recusada', 'recusadas'),
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

function Barras({ horas }: { horas: readonly Hora[] }) {
  const maior = Math.max(1, ...horas.map(({ leituras, recusadas }) => leituras + recusadas));
  const altura = (quantas: number) => (quantas / maior) * ALTURA;
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
            y={ALTURA - altura(leituras)}
            width={BARRA}
            height={altura(leituras)}
          />
          <rect
            className="recusadas"
            y={ALTURA - altura(leituras + recusadas)}
            width={BARRA}
            height={altura(recusadas)}
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
