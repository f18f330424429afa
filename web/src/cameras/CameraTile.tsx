import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useCallback, useId, useRef, useState } from 'react';
import { useNow } from '../lib/time/useNow.ts';
import { Icon } from '../ui/Icon.tsx';
import { Aviso } from './Aviso.tsx';
import { retryCamera } from './api.ts';
import { Imagem } from './Imagem.tsx';
import type { CameraPlace } from './lugares.ts';
import { canPlayVideo } from './player/tocador.ts';
import { type CameraView, CONECTANDO } from './situacao.ts';
import {
  formatDetalhe,
  formatEspera,
  formatSinal,
  type PictureMeasure,
  type PictureMode,
} from './textos.ts';

type CameraTileProps = {
  lugar: CameraPlace;
  onSituacaoChange: (id: string, situacao: CameraView) => void;
  /** Reloads the list, for places without a camera to try. */
  onReload: () => void;
  /** Whether this tile fills the panel, and whether another one covers it. */
  ampliada: boolean;
  coberta: boolean;
  onEnlarge: () => void;
  rodape?: ReactNode;
};

function chooseModo({ camera }: CameraPlace): PictureMode {
  if (camera?.modo === 'video' || camera?.modo === 'hls')
    return canPlayVideo() ? camera.modo : 'fotos';
  return camera?.modo ?? 'video';
}

/** The place of a camera, dark in every theme: name and state above, the whole picture below. */
export function CameraTile({
  lugar,
  onSituacaoChange,
  onReload,
  ampliada,
  coberta,
  onEnlarge,
  rodape,
}: CameraTileProps) {
  const { id, nome, camera, situacao } = lugar;
  const modo = chooseModo(lugar);
  const sinal = useId();
  const medida = useRef<PictureMeasure>({ quadro: null });
  const [tentativa, setTentativa] = useState(0);
  const { mutate: retryOnServer } = useMutation(retryCamera);

  const report = useCallback(
    (nova: CameraView) => onSituacaoChange(id, nova),
    [id, onSituacaoChange],
  );
  const onFrame = useCallback((quadro: number, atraso?: number) => {
    medida.current = { quadro, atraso };
  }, []);
  const retry = () => {
    if (!camera) return onReload();
    report(CONECTANDO);
    setTentativa((antes) => antes + 1);
    if (camera.modo === 'video') retryOnServer(id);
  };

  return (
    <li
      className="camera"
      data-fase={situacao?.fase}
      data-modo={modo}
      data-ampliada={ampliada || undefined}
      inert={coberta}
    >
      {camera ? (
        <button
          type="button"
          data-camera={id}
          className="camera-ampliar on-card"
          aria-label={ampliada ? `Reduzir ${nome}` : `Ampliar ${nome}`}
          aria-describedby={sinal}
          onClick={onEnlarge}
        />
      ) : null}
      <div className="camera-topo">
        <h3>{nome}</h3>
        {camera?.tipo === 'demo' ? <span className="camera-selo">DEMONSTRAÇÃO</span> : null}
        {situacao ? (
          <span id={sinal} className="camera-sinal">
            {formatSinal(situacao, modo)}
          </span>
        ) : null}
        {ampliada ? <Icon name="fullscreen-exit" size={20} /> : null}
      </div>
      <div className="camera-imagem">
        {camera ? (
          <Imagem
            modo={modo}
            camera={camera}
            tentativa={tentativa}
            report={report}
            onFrame={onFrame}
          />
        ) : null}
        <Aviso lugar={lugar} onRetry={retry} />
        {camera && situacao ? <Detalhe modo={modo} situacao={situacao} medida={medida} /> : null}
      </div>
      <div className="camera-rodape">
        {situacao?.fase === 'offline' ? <Espera {...situacao} /> : situacao && rodape}
      </div>
    </li>
  );
}

type DetalheProps = { modo: PictureMode; situacao: CameraView; medida: RefObject<PictureMeasure> };

/** Mode and age of the last picture: on hover or focus, and always while it is frozen. */
function Detalhe({ modo, situacao, medida }: DetalheProps) {
  const agora = useNow();
  return (
    <p className="camera-detalhe tabular">{formatDetalhe(modo, situacao, medida.current, agora)}</p>
  );
}

type CameraEsperaProps = { desde?: number | undefined; proxima?: number | undefined };

function Espera(props: CameraEsperaProps) {
  const { desde, proxima } = formatEspera(props, useNow());
  return (
    <p className="camera-espera tabular">
      {desde}
      {proxima ? (
        <span>
          {desde ? ' · ' : ''}
          {proxima}
        </span>
      ) : null}
    </p>
  );
}
