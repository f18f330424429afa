import { useStore } from '../lib/store.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import './som.css';
import { audio, estadoDoSom, mudarSom, type Som, somPreferido } from './som.ts';

const ROSTOS: Record<Som, { texto: string; faz: string; icone: IconName }> = {
  ligado: { texto: 'Som ligado', faz: 'Desligar o som dos alertas', icone: 'sound' },
  desligado: { texto: 'Som desligado', faz: 'Ligar o som dos alertas', icone: 'sound-off' },
  bloqueado: {
    texto: 'Som bloqueado',
    faz: 'O navegador espera um clique para deixar tocar o som',
    icone: 'sound-blocked',
  },
};

/** The alarm's sound as it really is, and the way to change it. */
export function BotaoSom() {
  const estado = estadoDoSom(useStore(somPreferido), useStore(audio));
  const { texto, faz, icone } = ROSTOS[estado];
  return (
    <button
      type="button"
      title={faz}
      onClick={() => void mudarSom()}
      data-som={estado}
      className="botao-som"
    >
      <Icon name={icone} size={20} />
      <span className="botao-som-texto">{texto}</span>
    </button>
  );
}
