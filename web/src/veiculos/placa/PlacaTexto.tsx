import { Fragment } from 'react';
import { cx } from '../../ui/cx.ts';

type PlacaTextoProps = {
  placa: string;
  /** The places, from 0, of the characters to mark. */
  marcados?: ReadonlySet<number>;
  className?: string | undefined;
};

/**
 * The plate in its typeface, whose cut zero differs from O. Without marks it is one text node:
 * Ctrl+F, a copy and a screen reader get it whole.
 */
export function PlacaTexto({ placa, marcados, className }: PlacaTextoProps) {
  return (
    <span translate="no" className={cx('font-plate font-semibold tracking-wide', className)}>
      {marcados ? markCaracteres(placa, marcados) : placa}
    </span>
  );
}

const markCaracteres = (placa: string, marcados: ReadonlySet<number>) =>
  Array.from(placa, (caractere, lugar) => ({ caractere, lugar })).map(({ caractere, lugar }) =>
    marcados.has(lugar) ? (
      <mark key={lugar} className="placa-marca">
        {caractere}
      </mark>
    ) : (
      <Fragment key={lugar}>{caractere}</Fragment>
    ),
  );
