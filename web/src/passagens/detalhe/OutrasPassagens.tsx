import { useQuery } from '@tanstack/react-query';
import { formatCamera, formatStatus, ROTULOS_SENTIDO } from '@unipark/contract/passagem';
import { keyOfPlaca } from '@unipark/contract/placa';
import { clock } from '../../lib/time/format.ts';
import { StatusChip } from '../../veiculos/StatusChip.tsx';
import { passagensOfPlacaQuery } from '../historico/historico.ts';

const MOSTRADAS = 5;

export function OutrasPassagens({ id, placa }: { id: string; placa: string }) {
  // One more than shown: the passage itself is in the list.
  const { data } = useQuery(passagensOfPlacaQuery(placa, MOSTRADAS + 1));
  const outras = data
    ?.filter((outra) => outra.id !== id && keyOfPlaca(outra.placa) === keyOfPlaca(placa))
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
              {[sentido && ROTULOS_SENTIDO[sentido], camera && formatCamera(camera)]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <StatusChip status={formatStatus(status)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
