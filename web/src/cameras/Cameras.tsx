import { LUGARES_CAMERA } from '@unipark/contract/camera';
import type { ReactNode } from 'react';
import { Panel } from '../ui/Panel.tsx';
import { CameraTile } from './CameraTile.tsx';
import './cameras.css';
import { noAr } from './lugares.ts';
import { useAmpliada } from './useAmpliada.ts';
import { useAnuncioCameras } from './useAnuncioCameras.ts';
import { useLugares } from './useLugares.ts';

type CamerasProps = {
  /** What stands under a camera's picture: its last reading. */
  rodape?: (camera: { id: string; nome: string }) => ReactNode;
};

/** The four live pictures. */
export function Cameras({ rodape }: CamerasProps) {
  const { lugares, relatar, recarregar } = useLugares();
  const tocaveis = lugares.filter(({ camera }) => camera).map(({ id }) => id);
  const { ampliada, lista, alternar } = useAmpliada(tocaveis);
  const anuncio = useAnuncioCameras(lugares);

  return (
    <Panel
      title="Câmeras"
      className="live-panel"
      actions={
        <span className="text-sm text-muted">
          {noAr(lugares)} de {LUGARES_CAMERA.length} no ar
        </span>
      }
    >
      <p aria-live="polite" className="sr-only">
        {anuncio}
      </p>
      <ul ref={lista} className="cameras">
        {lugares.map((lugar) => (
          <CameraTile
            key={lugar.id}
            lugar={lugar}
            onSituacao={relatar}
            onRecarregar={recarregar}
            ampliada={ampliada === lugar.id}
            coberta={ampliada !== undefined && ampliada !== lugar.id}
            onAmpliar={() => alternar(lugar.id)}
            rodape={rodape?.(lugar)}
          />
        ))}
      </ul>
    </Panel>
  );
}
