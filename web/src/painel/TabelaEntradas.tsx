import type { EntradasPorHora } from '@unipark/contract/painel';
import { number } from '../lib/time/format.ts';
import { formatHabitual, listHours } from './horas.ts';

/** The numbers of the chart, in its place and of its height. */
export function TabelaEntradas({ entradas }: { entradas: EntradasPorHora }) {
  return (
    <section
      aria-label="Entradas por hora, tabela"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus
      tabIndex={0}
      className="h-[212px] overflow-y-auto"
    >
      <table className="w-full text-sm">
        <thead className="sticky top-0 bg-surface text-muted">
          <tr>
            <th className="py-1 pr-4 text-left font-medium">Hora</th>
            <th className="py-1 pr-4 text-right font-medium">Hoje</th>
            <th className="py-1 pr-4 text-right font-medium">{formatHabitual(entradas)}</th>
          </tr>
        </thead>
        <tbody>
          {listHours(entradas).map(({ hora, hoje, habitual }) => (
            <tr key={hora} className="border-t border-border">
              <th scope="row" className="py-1 pr-4 text-left font-medium">
                {hora} h{hora === entradas.hora && ' (em curso)'}
              </th>
              <td className="py-1 pr-4 text-right">{hora > entradas.hora ? '–' : number(hoje)}</td>
              <td className="py-1 pr-4 text-right">
                {entradas.semanas === 0 ? '–' : number(habitual)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
