import { useEffect, useRef } from 'react';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import { PlacaTexto } from '../placa/PlacaTexto.tsx';
import { NAO_INFORMADO } from '../rotulos.ts';
import type { FieldChange } from './edicao.ts';

export function ConfirmarAlteracoes({ linhas }: { linhas: FieldChange[] }) {
  const titulo = useRef<HTMLHeadingElement>(null);
  // The button of step 1 has disappeared: the heading gets the focus.
  useEffect(() => titulo.current?.focus(), []);
  return (
    <>
      <h3 ref={titulo} tabIndex={-1} className="mb-2 outline-none">
        Confirmar alterações:
      </h3>
      <dl className="overflow-hidden rounded-control border border-border">
        {linhas.map((linha) => (
          <div
            key={linha.campo}
            className={cx(
              'flex min-h-11 items-center gap-4 border-b border-border px-4 py-1.5 last:border-b-0',
              linha.mudou && 'bg-tint',
            )}
          >
            <dt className="w-1/3 shrink-0 text-sm text-muted">{linha.rotulo}</dt>
            <dd className="min-w-0 wrap-anywhere">
              <Valor {...linha} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Valor({ campo, antes, depois, mudou }: FieldChange) {
  if (campo === 'placa') return <PlacaTexto placa={depois} className="text-lg" />;
  if (!mudou) return <span className={depois === NAO_INFORMADO ? 'text-muted' : ''}>{depois}</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className="sr-only">de</span>
      <s className="text-muted">{antes}</s>
      <Icon name="arrow-right" size={18} className="text-primary" />
      <span className="sr-only">para</span>
      <strong>{depois}</strong>
    </span>
  );
}
