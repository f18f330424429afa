import { Spinner } from '../ui/feedback/Spinner.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { CameraPlace } from './lugares.ts';

type AvisoProps = { lugar: CameraPlace; onRetry: () => void };

export function Aviso({ lugar: { nome, situacao, parada }, onRetry }: AvisoProps) {
  if (!situacao) {
    return (
      <div className="camera-aviso">
        <Icon name="video-off" size={28} />
        <p>Câmera não configurada.</p>
        <p className="camera-guia">Veja “Ligar suas câmeras” no guia.</p>
      </div>
    );
  }
  if (situacao.fase === 'conectando') {
    return (
      <div className="camera-aviso">
        <Spinner size={32} />
      </div>
    );
  }
  if (situacao.fase !== 'offline') return null;
  return (
    <div className="camera-aviso">
      <Icon name="video-off" size={28} />
      <p>{situacao.aviso}</p>
      {parada ? null : (
        <button
          type="button"
          onClick={onRetry}
          aria-label={`Tentar novamente: ${nome}`}
          className="camera-botao on-card"
        >
          <Icon name="refresh" size={18} />
          Tentar novamente
        </button>
      )}
    </div>
  );
}
