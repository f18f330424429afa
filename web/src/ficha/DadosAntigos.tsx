import { connected } from '../lib/connection.ts';
import { useStore } from '../lib/store.ts';
import { useRecentHour } from '../lib/useRecentHour.ts';
import { Alert } from '../ui/Alert.tsx';

type Props = { falhou: boolean; de: number };

/** What is on show may be old: the last look at it failed, or the server does not answer. */
export function DadosAntigos({ falhou, de }: Props) {
  const isConnected = useStore(connected);
  const hora = useRecentHour(de);
  if (isConnected && !falhou) return null;
  return (
    <Alert tone="warning" role="status">
      {isConnected ? 'Não foi possível atualizar' : 'Sem conexão'} — dados de {hora}
    </Alert>
  );
}
