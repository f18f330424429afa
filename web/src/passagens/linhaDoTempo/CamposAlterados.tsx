import type { CampoAlterado } from '@unipark/contract/alteracao';

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
            {antes !== null && `${formatValor(campo, antes)} → `}
            {formatValor(campo, depois)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
