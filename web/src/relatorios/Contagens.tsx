import type { RelatorioPassagens } from '@unipark/contract/relatorio';
import type { ReactNode } from 'react';
import { number } from '../lib/time/format.ts';
import { Quadro } from './Quadro.tsx';
import { formatVariacao } from './textos.ts';

type ContagensProps = {
  titulo: string;
  arquivo: string;
  contagens: RelatorioPassagens['porStatus'];
  formatNome: (nome: string) => string;
  /** On screen; in the file it is text. */
  renderNome?: (nome: string) => ReactNode;
  /** The sentence in the place of an empty table. */
  vazio?: string;
};

/** Counts by name: a table whose bars show each share. */
export function Contagens({
  titulo,
  arquivo,
  contagens,
  formatNome,
  renderNome = formatNome,
  vazio = 'Nenhuma passagem nos dois períodos.',
}: ContagensProps) {
  const maior = Math.max(1, ...contagens.map(({ total }) => total));
  return (
    <Quadro
      titulo={titulo}
      arquivo={arquivo}
      linhas={[
        [titulo, 'Passagens', 'Período anterior'],
        ...contagens.map(({ nome, total, anterior }) => [formatNome(nome), total, anterior]),
      ]}
    >
      {contagens.length === 0 ? (
        <p className="text-muted">{vazio}</p>
      ) : (
        <table className="contagens">
          <thead>
            <tr className="sr-only">
              <th scope="col">{titulo}</th>
              <th scope="col">Passagens</th>
              <th scope="col">Diferença do período anterior</th>
            </tr>
          </thead>
          <tbody>
            {contagens.map(({ nome, total, anterior }) => (
              <tr key={nome}>
                <th scope="row" className="wrap-anywhere">
                  {renderNome(nome)}
                  <span
                    className="barra"
                    aria-hidden="true"
                    style={{ width: `${(100 * total) / maior}%` }}
                  />
                </th>
                <td className="tabular">{number(total)}</td>
                <td className="text-sm text-muted tabular">{formatVariacao(total, anterior)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Quadro>
  );
}
