import { Panel } from '../ui/Panel.tsx';
import { CameraTile, type EstadoCamera } from './CameraTile.tsx';
import './cameras.css';

const NOMES = ['Câmera 1', 'Câmera 2', 'Câmera 3', 'Câmera 4'] as const;

/** No camera can be configured yet: each place says so. */
const SEM_CONFIGURACAO: EstadoCamera = { situacao: 'sem-imagem', motivo: 'not_configured' };

export function Cameras() {
  const estados = NOMES.map((nome) => ({ nome, estado: SEM_CONFIGURACAO }));
  const noAr = estados.filter(({ estado }) => estado.situacao === 'ao-vivo').length;
  return (
    <Panel
      title="Câmeras"
      className="live-panel"
      actions={
        <span className="text-sm text-muted">
          {noAr} de {NOMES.length} no ar
        </span>
      }
    >
      <ul className="cameras">
        {estados.map(({ nome, estado }) => (
          <CameraTile key={nome} nome={nome} estado={estado} />
        ))}
      </ul>
    </Panel>
  );
}
