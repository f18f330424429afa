import { NAO_CADASTRADO, rotuloStatus, type UltimoVeiculo } from '@unipark/contract/passagem';
import { ehAtivo, ehProibido } from '@unipark/contract/veiculo';
import { useRecentHour } from '../lib/useRecentHour.ts';
import { Icon } from '../ui/Icon.tsx';
import { linhaDaPlaca } from '../veiculos/placa/linhaDaPlaca.ts';
import { Placa } from '../veiculos/placa/Placa.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { iconeDoStatus } from './status.ts';
import { notaDoCartao } from './textos.ts';

type CartaoPassagemProps = {
  passagem: UltimoVeiculo;
  /** Came while we were watching: it slides in. */
  nova: boolean;
  onOpen: () => void;
};

/** A passage in a card: green exactly when Ativo, red otherwise; the icon tells which red. */
export function CartaoPassagem({ passagem, nova, onOpen }: CartaoPassagemProps) {
  const { placa, modelo, status, tipo, cidade, estado, instante, teste, corrigida, alerta } =
    passagem;
  const hora = useRecentHour(instante);
  const verde = ehAtivo(status);
  const nota = notaDoCartao(passagem);
  // With an alarm the banner speaks.
  const fala = ehProibido(status) && alerta === null;
  return (
    <li
      className="cartao"
      data-tom={verde ? 'ativo' : 'nao-ativo'}
      data-nova={nova || undefined}
      data-moto={tipo === '2' || undefined}
      data-nota={nota !== undefined || undefined}
    >
      <div role={fala ? 'alert' : undefined} className="cartao-aviso">
        <button type="button" onClick={onOpen} aria-haspopup="dialog" className="on-card">
          <span className="cartao-placa">
            <Placa placa={placa} tipo={tipo} linha={linhaDaPlaca(cidade, estado)} decorativa />
          </span>
          <PlacaTexto placa={placa} className="cartao-texto" />
          <span className="cartao-modelo">
            {/* The chip says it already: the place is the note's. */}
            {(nota === undefined || modelo !== NAO_CADASTRADO) && (
              <span className="cartao-linha">{modelo}</span>
            )}
            {nota && (
              <span className="cartao-linha cartao-nota">
                {nota.palavra}: <PlacaTexto placa={nota.placa} />
                {nota.resto}
              </span>
            )}
          </span>
          <span className="cartao-status">
            <Icon name={iconeDoStatus(status)} size={18} />
            {rotuloStatus(status)}
          </span>
          <span className="cartao-hora">
            {corrigida && (
              <span className="cartao-corrigida">
                <Icon name="pencil" size={14} />
                <span>corrigida</span>
              </span>
            )}
            <time dateTime={instante}>
              {teste ? 'Teste · ' : ''}
              {hora}
            </time>
          </span>
        </button>
      </div>
    </li>
  );
}
