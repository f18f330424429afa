import { useQuery } from '@tanstack/react-query';
import type { Painel } from '@unipark/contract/painel';
import { camerasQuery } from '../cameras/api.ts';
import { useStore } from '../lib/store.ts';
import { FirstSteps } from '../painel/FirstSteps.tsx';
import { somOuvido } from '../passagens/som.ts';

/** The first steps, as far as they were taken here and on the server. */
export function EmptyRegister({ painel }: { painel: Painel }) {
  const { data: cameras } = useQuery(camerasQuery);
  const ouvido = useStore(somOuvido);
  return (
    <FirstSteps
      painel={painel}
      withCameras={cameras !== undefined && cameras.length > 0}
      withSound={ouvido === 'sim'}
    />
  );
}
