import { connected, lastAnswer } from '../lib/connection.ts';
import { useStore } from '../lib/store.ts';
import { useRecentHour } from '../lib/useRecentHour.ts';

/** What is on the screen may be old: the server does not answer. */
export function OfflineLine() {
  const isConnected = useStore(connected);
  const since = lastAnswer();
  return (
    <div role="status">
      {!isConnected && (
        <p className="border-b border-border bg-chip-negative-bg px-6 py-2 text-sm font-medium text-chip-negative max-tablet:px-4">
          Sem conexão
          {since === undefined ? ' com o servidor.' : <DataOf instant={since} />}
        </p>
      )}
    </div>
  );
}

const DataOf = ({ instant }: { instant: number }) => ` — dados de ${useRecentHour(instant)}`;
