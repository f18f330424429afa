import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { focusHeading } from '../../lib/focusHeading.ts';
import { clock, count } from '../../lib/format.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { esperandoQuery } from './api.ts';
import type { Atos } from './useAtos.ts';

/** Who signed up and waits for an administrator: first on the page, and not there when nobody does. */
export function Esperando({ atos: { agir, ocupado } }: { atos: Atos }) {
  const { data } = useQuery(esperandoQuery);
  const list = useRef<HTMLUListElement>(null);
  const quantos = data?.items.length ?? 0;
  const antes = useRef(quantos);
  useEffect(() => {
    // Whom it was about is gone, with the button: back to the list. Not to the next button, where a
    // second Enter would let in somebody nobody looked at.
    const isLost = quantos < antes.current && document.activeElement === document.body;
    antes.current = quantos;
    if (isLost) (list.current ?? { focus: focusHeading }).focus();
  }, [quantos]);

  if (!data || data.items.length === 0) return null;
  const outros = data.total - data.items.length;
  return (
    <Panel title="Aguardando aprovação">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Aguardando aprovação"
        className="flex flex-col gap-3 outline-none"
      >
        {data.items.map((usuario) => {
          const { id, nome, email, emailVerificado, criadaEm } = usuario;
          const fazendo = ocupado?.usuario.id === id ? ocupado.ato : undefined;
          return (
            <li
              key={id}
              className="flex flex-wrap items-center gap-3 border-t border-border pt-3 first:border-0 first:pt-0"
            >
              <div className="min-w-0 grow basis-60 wrap-anywhere">
                <p className="font-semibold">{nome}</p>
                <p className="text-sm text-muted">
                  {`${email} · desde ${clock(criadaEm)} · ${emailVerificado ? 'e-mail confirmado' : 'e-mail ainda não confirmado: confira se é mesmo a pessoa'}`}
                </p>
              </div>
              <div className="flex gap-2">
                <Button
                  aria-label={`Recusar ${nome}`}
                  disabled={fazendo !== undefined}
                  onClick={() => agir('recusar', usuario)}
                >
                  Recusar
                </Button>
                <Button
                  variant="primary"
                  icon="check"
                  aria-label={`Aprovar ${nome}`}
                  loading={fazendo === 'aprovar'}
                  disabled={fazendo !== undefined}
                  onClick={() => agir('aprovar', usuario)}
                >
                  Aprovar
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {outros > 0 && (
        <p className="text-sm text-muted">
          {`E mais ${count(outros, 'pessoa', 'pessoas')}: use o filtro “Aguarda aprovação” abaixo.`}
        </p>
      )}
    </Panel>
  );
}
