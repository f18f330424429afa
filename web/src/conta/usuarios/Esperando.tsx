import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { focusHeading } from '../../lib/screen/focusHeading.ts';
import { clock, count } from '../../lib/time/format.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { esperandoQuery } from './api.ts';
import type { UsuarioActions } from './useAtos.ts';

export function Esperando({ atos: { act, ocupado } }: { atos: UsuarioActions }) {
  const { data } = useQuery(esperandoQuery);
  const list = useRef<HTMLUListElement>(null);
  const quantos = data?.items.length ?? 0;
  const antes = useRef(quantos);
  useEffect(() => {
    // The person and the button are gone, so the list gets the focus. Not the next button: a second
    // Enter would approve a person by accident.
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
                  {`${email} · desde ${clock(criadaEm)} · ${emailVerificado ? 'e-mail confirmado' : 'e-mail ainda não confirmado: confirme a identidade da pessoa'}`}
                </p>
              </div>
              <div className="flex gap-2">
                <Button
                  aria-label={`Recusar ${nome}`}
                  disabled={fazendo !== undefined}
                  onClick={() => act('recusar', usuario)}
                >
                  Recusar
                </Button>
                <Button
                  variant="primary"
                  icon="check"
                  aria-label={`Aprovar ${nome}`}
                  loading={fazendo === 'aprovar'}
                  disabled={fazendo !== undefined}
                  onClick={() => act('aprovar', usuario)}
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
