import { useEffect } from 'react';
import { connected, watchConnection } from '../lib/connection.ts';
import { api } from '../lib/http.ts';
import { useStore } from '../lib/store.ts';

const ask = () => api('GET', '/healthz', { anonymous: true });

/** Whether the server answers; `OfflineLine` is what is spoken. */
export function ConnectionDot() {
  const isConnected = useStore(connected);
  useEffect(() => watchConnection(ask), []);
  return (
    <span className="inline-flex items-center gap-2 px-2 text-sm text-muted">
      <span
        aria-hidden="true"
        className={`size-2.5 rounded-full ${isConnected ? 'bg-positive' : 'bg-danger'}`}
      />
      {isConnected ? 'Conectado' : 'Sem conexão'}
    </span>
  );
}
