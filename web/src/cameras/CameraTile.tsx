import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { Aviso } from './Aviso.tsx';
import { tentarCamera } from './api.ts';
import { Detalhe } from './Detalhe.tsx';
import { Espera } from './Espera.tsx';
import { Imagem } from './Imagem.tsx';
import type { Lugar } from './lugares.ts';
import { CONECTANDO, type Situacao } from './situacao.ts';
import { type Medida, type Modo, sinalDe } from './textos.ts';
import { tocaVideo } from './tocador.ts';

type CameraTileProps = {
  lugar: Lugar;
  onSituacao: (id: string, situacao: Situacao) => void;
  /** Asks for the list again, for places that have no camera to try. */
  onRecarregar: () => void;
  /** This one fills the panel, or another does. */
  ampliada: boolean;
  coberta: boolean;
  onAmpliar: () => void;
  /** Last line of the tile: the last reading. */
  rodape?: ReactNode;
};

function modoNeste({ camera }: Lugar): Modo {
  if (camera?.modo === 'video' || camera?.modo === 'hls')
    return tocaVideo() ? camera.modo : 'fotos';
  return camera?.modo ?? 'video';
}

/** A camera's place, dark in every theme: name and state above, the picture whole below. */
export function CameraTile({
  lugar,
  onSituacao,
  onRecarregar,
  ampliada,
  coberta,
  onAmpliar,
  rodape,
}: CameraTileProps) {
  const { id, nome, camera, situacao } = lugar;
  const modo = modoNeste(lugar);
  const sinal = useId();
  const medida = useRef<Medida>({ quadro: null });
  const [tentativa, setTentativa] = useState(0);
  const { mutate: tentarNoServidor } = useMutation(tentarCamera);

  const relatar = useCallback((nova: Situacao) => onSituacao(id, nova), [id, onSituacao]);
  const aoQuadro = useCallback((quadro: number, atraso?: number) => {
    medida.current = { quadro, atraso };
  }, []);
  const tentar = () => {
    if (!camera) return onRecarregar();
    relatar(CONECTANDO);
    setTentativa((antes) => antes + 1);
    if (camera.modo === 'video') tentarNoServidor(id);
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
          onClick={onAmpliar}
        />
      ) : null}
      <div className="camera-topo">
        <h3>{nome}</h3>
        {situacao ? (
          <span id={sinal} className="camera-sinal">
            {sinalDe(situacao, modo)}
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
            relatar={relatar}
            aoQuadro={aoQuadro}
          />
        ) : null}
        {camera?.tipo === 'demo' ? <span className="camera-selo">DEMONSTRAÇÃO</span> : null}
        <Aviso lugar={lugar} onTentar={tentar} />
        {camera && situacao ? <Detalhe modo={modo} situacao={situacao} medida={medida} /> : null}
      </div>
      <div className="camera-rodape">
        {situacao?.fase === 'offline' ? <Espera {...situacao} /> : situacao && rodape}
      </div>
    </li>
  );
}
