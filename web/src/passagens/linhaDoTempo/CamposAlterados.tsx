import type { CampoAlterado } from '@unipark/contract/alteracao';
import { FraseComPlacas } from '../../veiculos/placa/FraseComPlacas.tsx';

type Props = {
  campos: readonly CampoAlterado[];
  formatNome: (campo: string) => string;
  formatValor: (campo: string, valor: string | null) => string;
};

/** The fields of one change, 'antes → depois'. */
export function CamposAlterados({ campos, formatNome, formatValor }: Props) {
  if (campos.length === 0) return null;
  return (
    <dl className="text-sm">
      {campos.map(({ campo, antes, depois }) => (
        <div key={campo} className="flex flex-wrap gap-x-2">
          <dt className="text-muted">{formatNome(campo)}:</dt>
          <dd className="wrap-anywhere">
            <FraseComPlacas
              texto={[antes, depois]
                .slice(antes === null ? 1 : 0)
                .map((valor) => formatValor(campo, valor))
                .join(' → ')}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
