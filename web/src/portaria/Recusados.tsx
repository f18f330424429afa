import { recentHour } from '../lib/format.ts';
import { useStore } from '../lib/store.ts';
import { useMinute } from '../lib/useMinute.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { descartar, fila } from './fila.ts';
import { NOMES_SENTIDO } from './veredito.ts';

/** What was sent late and refused, one at a time: it goes when somebody has read it. */
export function Recusados() {
  const recusados = useStore(fila).filter(({ recusa }) => recusa !== undefined);
  const agora = useMinute();
  const [primeiro] = recusados;
  if (!primeiro) return null;
  const { chave, placa, sentido, instante, recusa } = primeiro;
  const outros = recusados.length > 1 ? ` (mais ${recusados.length - 1})` : '';
  return (
    <Alert
      tone="warning"
      role="alert"
      action={<Button onClick={() => descartar(chave)}>Descartar</Button>}
    >
      {`Não registrada: ${placa} · ${NOMES_SENTIDO[sentido]} ${recentHour(instante, agora)}. ${recusa}${outros}`}
    </Alert>
  );
}
