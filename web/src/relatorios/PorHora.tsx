import type { RelatorioPassagens } from '@unipark/contract/relatorio';
import { number } from '../lib/time/format.ts';
import { Quadro } from './Quadro.tsx';

const DIAS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'];
const HORAS = Array.from({ length: 24 }, (_, hora) => hora);
/** Monday first, as the week of the office. */
const SEMANA = [1, 2, 3, 4, 5, 6, 0];

/** Weekdays by hours: a table whose cells are the darker the more passages they had. */
export function PorHora({ semana }: Pick<RelatorioPassagens, 'semana'>) {
  const maior = Math.max(1, ...semana.flat());
  return (
    <Quadro
      titulo="Por hora e dia da semana"
      arquivo="passagens-por-hora"
      linhas={[
        ['Dia', ...HORAS.map((hora) => `${hora} h`)],
        ...SEMANA.map((dia) => [DIAS[dia] ?? '', ...(semana[dia] ?? [])]),
      ]}
    >
      <section
        className="mapa-rolagem"
        aria-label="Mapa por hora"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrows scroll it on a narrow screen
        tabIndex={0}
      >
        <table className="mapa">
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">Dia</span>
              </th>
              {HORAS.map((hora) => (
                <th key={hora} scope="col">
                  {hora}
                  <span className="sr-only"> h</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {SEMANA.map((dia) => (
              <tr key={dia}>
                <th scope="row">{DIAS[dia]}</th>
                {(semana[dia] ?? []).map((total, hora) => (
                  <td
                    key={HORAS[hora]}
                    data-forca={total === 0 ? 0 : Math.ceil((5 * total) / maior)}
                  >
                    {total === 0 ? '' : number(total)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Quadro>
  );
}
