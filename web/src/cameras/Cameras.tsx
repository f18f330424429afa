import { useQuery } from '@tanstack/react-query';
import { LUGARES_CAMERA } from '@unipark/contract/camera';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../lib/screen/shortcuts.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import { camerasQuery } from './api.ts';
import { CameraTile } from './CameraTile.tsx';
import './cameras.css';
import { type CameraPlace, countOnAir, describeCameras, listLugares } from './lugares.ts';
import type { CameraView } from './situacao.ts';

type CamerasProps = {
  renderFooter?: (camera: { id: string; nome: string }) => ReactNode;
};

export function Cameras({ renderFooter }: CamerasProps) {
  const { lugares, report, reload } = useLugares();
  const tocaveis = lugares.filter(({ camera }) => camera).map(({ id }) => id);
  const { ampliada, lista, toggle } = useCameraAmpliada(tocaveis);
  const anuncio = useAnuncioCameras(lugares);

  return (
    <Panel
      title="Câmeras"
      className="live-panel"
      actions={
        <span className="text-sm text-muted">
          {countOnAir(lugares)} de {LUGARES_CAMERA.length} no ar
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
            onSituacaoChange={report}
            onReload={reload}
            ampliada={ampliada === lugar.id}
            coberta={ampliada !== undefined && ampliada !== lugar.id}
            onEnlarge={() => toggle(lugar.id)}
            rodape={renderFooter?.(lugar)}
          />
        ))}
      </ul>
    </Panel>
  );
}

const isSame = (uma: CameraView | undefined, outra: CameraView): boolean =>
  JSON.stringify(uma) === JSON.stringify(outra);

function useLugares() {
  const { data, error, refetch } = useQuery(camerasQuery);
  const [vistas, setVistas] = useState<Readonly<Record<string, CameraView>>>({});

  // Players report four times a second: only a changed state renders.
  const report = useCallback((id: string, situacao: CameraView) => {
    setVistas((antes) => (isSame(antes[id], situacao) ? antes : { ...antes, [id]: situacao }));
  }, []);

  return {
    lugares: listLugares({ cameras: data, erro: error }, vistas),
    report,
    reload: refetch,
  };
}

/** Which camera fills the panel. The focus moves with it, because it covers the others. */
function useCameraAmpliada(tocaveis: readonly string[]) {
  const [pedida, setPedida] = useState<string>();
  const lista = useRef<HTMLUListElement>(null);
  // A camera removed from the configuration must not cover the others.
  const ampliada = tocaveis.find((id) => id === pedida);

  const toggle = (id: string) => {
    if (!tocaveis.includes(id)) return;
    setPedida(ampliada === id ? undefined : id);
  };
  useShortcuts({ cameras: toggle });

  useEffect(() => {
    if (!ampliada) return;
    lista.current?.querySelector<HTMLElement>(`[data-camera="${ampliada}"]`)?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      setPedida(undefined);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [ampliada]);

  return { ampliada, lista, toggle };
}

/** A camera's change is announced after it has lasted this long. */
const ASSENTAR_MS = 3_000;

/** The text of the polite live region: faults of the cameras, not each state. */
function useAnuncioCameras(lugares: readonly CameraPlace[]): string {
  const [anuncio, setAnuncio] = useState('');
  const dito = useRef('');
  const texto = describeCameras(lugares, dito.current);
  useEffect(() => {
    const timer = setTimeout(() => {
      dito.current = texto;
      setAnuncio(texto);
    }, ASSENTAR_MS);
    return () => clearTimeout(timer);
  }, [texto]);
  return anuncio;
}
