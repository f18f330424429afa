import { useMutation } from '@tanstack/react-query';
import type { Aparelho } from '@unipark/contract/aviso';
import { readAgente } from '../lib/agente.ts';
import { day } from '../lib/time/format.ts';
import { Button } from '../ui/button/Button.tsx';
import { removeAparelho } from './api.ts';

/** The person's other browsers that are called. */
export function OutrosAparelhos({ aparelhos }: { aparelhos: Aparelho[] }) {
  const { mutate, isPending, variables } = useMutation(removeAparelho);
  if (aparelhos.length === 0) return null;
  return (
    <section aria-label="Outros aparelhos com alertas">
      <h3 className="text-sm font-semibold">Outros aparelhos com alertas</h3>
      <ul className="divide-y divide-border">
        {aparelhos.map(({ id, agente, criado_em }) => {
          const { nome } = readAgente(agente);
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2 py-2">
              <span className="text-sm">{`${nome}, desde ${day(criado_em)}`}</span>
              <Button
                aria-label={`Remover ${nome}`}
                loading={isPending && variables === id}
                onClick={() => mutate(id)}
              >
                Remover
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
