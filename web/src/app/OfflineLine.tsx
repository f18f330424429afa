import { connected } from '../lib/connection.ts';
import { useStore } from '../lib/store.ts';

/** What is on the screen may be old: the server does not answer. */
export function OfflineLine() {
  const isConnected = useStore(connected);
  return (
    <div role="status">
      {!isConnected && (
        <p className="border-b border-border bg-chip-negative-bg px-6 py-2 text-sm font-medium text-chip-negative max-tablet:px-4">
          Sem conexão — os dados na tela podem estar desatualizados.
        </p>
      )}
    </div>
  );
}
