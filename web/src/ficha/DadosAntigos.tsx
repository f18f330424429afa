import { useStore } from '../lib/store.ts';
import { useRecentHour } from '../lib/time/useMinute.ts';
import { connected } from '../lib/wire/connection.ts';
import { Alert } from '../ui/feedback/Alert.tsx';

type Props = { falhou: boolean; de: number };

/** Says that the data may be old: the last request failed, or the server does not answer. */
export function DadosAntigos({ falhou, de }: Props) {
  const isConnected = useStore(connected);
  const hora = useRecentHour(de);
  if (isConnected && !falhou) return null;
  return (
    <Alert tone="warning" role="status">
      {`${isConnected ? 'Não foi possível atualizar' : 'Sem conexão'}. Dados das ${hora}`}
    </Alert>
  );
}
