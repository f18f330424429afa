import { useAgora } from '../lib/useAgora.ts';
import { esperaEmTexto } from './textos.ts';

type EsperaProps = { desde?: number | undefined; proxima?: number | undefined };

/** 'desde 14:32 · nova tentativa em 8 s' */
export function Espera(props: EsperaProps) {
  const { desde, proxima } = esperaEmTexto(props, useAgora());
  return (
    <p className="camera-espera tabular">
      {desde}
      {proxima ? (
        <span>
          {desde ? ' · ' : ''}
          {proxima}
        </span>
      ) : null}
    </p>
  );
}
