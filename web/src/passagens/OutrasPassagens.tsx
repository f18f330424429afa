import { useQuery } from '@tanstack/react-query';
import { rotuloStatus } from '@unipark/contract/passagem';
import { chavePlaca } from '@unipark/contract/placa';
import { clock } from '../lib/format.ts';
import { StatusChip } from '../veiculos/StatusChip.tsx';
import { passagensDaPlaca } from './historico.ts';
import { nomeCamera, SENTIDOS } from './textos.ts';

const MOSTRADAS = 5;

/** When this car passed before, newest first; silent where it never did. */
export function OutrasPassagens({ id, placa }: { id: string; placa: string }) {
  // One more than is shown: the passage itself is among them.
  const { data } = useQuery(passagensDaPlaca(placa, MOSTRADAS + 1));
  const outras = data
    ?.filter((outra) => outra.id !== id && chavePlaca(outra.placa) === chavePlaca(placa))
    .slice(0, MOSTRADAS);
  if (!outras || outras.length === 0) return null;
  return (
    <section aria-labelledby="outras-passagens">
      <h3 id="outras-passagens" className="mb-1">
        Últimas passagens
      </h3>
      <ul className="divide-y divide-border text-sm">
        {outras.map(({ id: outra, instante, camera, sentido, status }) => (
          <li key={outra} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-1">
            <time dateTime={instante}>{clock(instante)}</time>
            <span className="mr-auto text-muted">
              {[sentido && SENTIDOS[sentido], camera && nomeCamera(camera)]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <StatusChip status={rotuloStatus(status)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
