import { useStore } from '../lib/store.ts';
import { recentHour } from '../lib/time/format.ts';
import { useMinute } from '../lib/time/useMinute.ts';
import { Button } from '../ui/button/Button.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { FraseComPlacas } from '../veiculos/placa/FraseComPlacas.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { discard, fila } from './fila.ts';
import { NOMES_SENTIDO } from './veredito.ts';

/** Registrations that were sent late and refused, one at a time, until the person closes each. */
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
      action={<Button onClick={() => discard(chave)}>Descartar</Button>}
    >
      {'Não registrada: '}
      <PlacaTexto placa={placa} className="text-lg" />
      {` · ${NOMES_SENTIDO[sentido]} ${recentHour(instante, agora)}. `}
      <FraseComPlacas texto={`${recusa}${outros}`} />
    </Alert>
  );
}
