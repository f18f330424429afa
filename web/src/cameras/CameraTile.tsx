import { MOTIVOS_CAMERA, type MotivoCamera } from '@unipark/contract/camera';
import type { ReactNode } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { Spinner } from '../ui/Spinner.tsx';

export type EstadoCamera =
  | { situacao: 'carregando' }
  /** `imagem` is the moving picture, contained in the tile. */
  | { situacao: 'ao-vivo'; imagem: ReactNode }
  | { situacao: 'sem-imagem'; motivo: MotivoCamera; onRetry?: () => void };

const SINAIS = {
  carregando: 'Carregando',
  'ao-vivo': 'Ao vivo',
  'sem-imagem': 'Sem sinal',
} as const;

type CameraTileProps = {
  nome: string;
  estado: EstadoCamera;
  /** Last line of the tile: the last reading, or when the next try is. */
  rodape?: ReactNode;
};

/** A camera's place, dark in every theme: name and state above, the picture whole below. */
export function CameraTile({ nome, estado, rodape }: CameraTileProps) {
  const semCamera = estado.situacao === 'sem-imagem' && estado.motivo === 'not_configured';
  return (
    <li className="camera">
      <div className="camera-topo">
        <h3>{nome}</h3>
        {semCamera ? null : (
          <span className="camera-sinal" data-situacao={estado.situacao}>
            {SINAIS[estado.situacao]}
          </span>
        )}
      </div>
      <div className="camera-imagem">
        <Imagem nome={nome} estado={estado} />
      </div>
      {rodape ? <div className="camera-rodape">{rodape}</div> : null}
    </li>
  );
}

function Imagem({ nome, estado }: { nome: string; estado: EstadoCamera }) {
  if (estado.situacao === 'ao-vivo') return estado.imagem;
  if (estado.situacao === 'carregando') return <Spinner size={32} label={`Carregando ${nome}`} />;
  return (
    <>
      <Icon name="video-off" size={28} />
      <p>{MOTIVOS_CAMERA[estado.motivo]}</p>
      {estado.onRetry ? (
        <button
          type="button"
          onClick={estado.onRetry}
          aria-label={`Tentar novamente: ${nome}`}
          className="camera-botao on-card"
        >
          <Icon name="refresh" size={18} />
          Tentar novamente
        </button>
      ) : null}
    </>
  );
}
