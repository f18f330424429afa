import type { FaseImportacao } from '@unipark/contract/importacao';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/Icon.tsx';

const PASSOS = ['Arquivo', 'Colunas', 'Prévia', 'Envio', 'Resultado'] as const;

const PASSO_DA_FASE: Record<FaseImportacao, number> = {
  recebendo: 0,
  lendo: 0,
  recusada: 0,
  colunas: 1,
  conferindo: 2,
  previa: 2,
  gravando: 3,
  interrompida: 3,
  concluida: 4,
  desfazendo: 4,
  desfeita: 4,
};

/** The five steps of an import, and the present one. */
export function Passos({ fase }: { fase: FaseImportacao | undefined }) {
  const atual = fase === undefined ? 0 : PASSO_DA_FASE[fase];
  return (
    <ol aria-label="Etapas" className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
      {PASSOS.map((passo, i) => (
        <li
          key={passo}
          aria-current={i === atual ? 'step' : undefined}
          className={cx(
            'flex items-center gap-2',
            i === atual ? 'font-semibold' : 'text-muted max-tablet:sr-only',
          )}
        >
          <span
            aria-hidden="true"
            className={cx(
              'flex size-7 items-center justify-center rounded-full border text-xs font-bold',
              i === atual
                ? 'border-transparent bg-primary text-on-primary'
                : i < atual
                  ? 'border-primary bg-tint text-primary'
                  : 'border-control',
            )}
          >
            {i < atual ? <Icon name="check" size={16} /> : i + 1}
          </span>
          {passo}
          {i < atual && <span className="sr-only">, feita</span>}
        </li>
      ))}
    </ol>
  );
}
