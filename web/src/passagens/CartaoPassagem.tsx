import { rotuloStatus, type UltimoVeiculo } from '@unipark/contract/passagem';
import { ehAtivo } from '@unipark/contract/veiculo';
import { hour } from '../lib/format.ts';
import { Icon } from '../ui/Icon.tsx';
import { Placa } from '../veiculos/Placa.tsx';
import { PlacaTexto } from '../veiculos/PlacaTexto.tsx';
import { ehProibido, iconeDoStatus } from './status.ts';

type CartaoPassagemProps = {
  passagem: UltimoVeiculo;
  /** Came while we were watching: it slides in. */
  nova: boolean;
  onOpen: () => void;
};

/** A passage in a card: green exactly when Ativo, red otherwise; the icon tells which red. */
export function CartaoPassagem({ passagem, nova, onOpen }: CartaoPassagemProps) {
  const { placa, modelo, status, tipo, instante, teste } = passagem;
  const verde = ehAtivo(status);
  return (
    <li
      className="cartao"
      data-tom={verde ? 'ativo' : 'nao-ativo'}
      data-nova={nova || undefined}
      data-moto={tipo === '2' || undefined}
    >
      <div role={ehProibido(status) ? 'alert' : undefined} className="cartao-aviso">
        <button type="button" onClick={onOpen} aria-haspopup="dialog" className="on-card">
          <span className="cartao-placa">
            <Placa placa={placa} tipo={tipo} decorativa />
          </span>
          <PlacaTexto placa={placa} className="cartao-texto" />
          <span className="cartao-modelo">{modelo}</span>
          <span className="cartao-status">
            <Icon name={iconeDoStatus(status)} size={18} />
            {rotuloStatus(status)}
          </span>
          <time className="cartao-hora" dateTime={instante}>
            {teste ? 'Teste · ' : ''}
            {hour(instante)}
          </time>
        </button>
      </div>
    </li>
  );
}
