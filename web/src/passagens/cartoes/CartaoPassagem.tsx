import { formatStatus, NAO_CADASTRADO, type UltimoVeiculo } from '@unipark/contract/passagem';
import { isAtivo, isProibido } from '@unipark/contract/veiculo';
import { useRecentHour } from '../../lib/time/useMinute.ts';
import { Icon } from '../../ui/Icon.tsx';
import { formatLinhaPlaca } from '../../veiculos/placa/linhaDaPlaca.ts';
import { Placa } from '../../veiculos/placa/Placa.tsx';
import { PlacaComparada } from '../../veiculos/placa/PlacaComparada.tsx';
import { PlacaTexto } from '../../veiculos/placa/PlacaTexto.tsx';
import { iconOfStatus } from '../status.ts';
import { findNota, formatLugar } from '../textos.ts';

type CartaoPassagemProps = {
  passagem: UltimoVeiculo;
  /** True for a passage that arrived during this visit: the card slides in. */
  nova: boolean;
  onOpen: () => void;
};

/** A passage as a card: green only for Ativo, red otherwise; the icon tells the kinds of red apart. */
export function CartaoPassagem({ passagem, nova, onOpen }: CartaoPassagemProps) {
  const { placa, modelo, status, tipo, cidade, estado, instante, teste, corrigida, alerta } =
    passagem;
  const soNaMemoria = passagem.gravada === false;
  const hora = useRecentHour(instante);
  const verde = isAtivo(status);
  const nota = findNota(passagem);
  const lugar = formatLugar(passagem);
  // The banner announces a passage with an alarm.
  const fala = isProibido(status) && alerta === null;
  return (
    <li
      className="cartao"
      data-tom={verde ? 'ativo' : 'nao-ativo'}
      data-nova={nova || undefined}
      data-moto={tipo === '2' || undefined}
      data-linhas={[modelo !== NAO_CADASTRADO && modelo, nota, lugar].filter(Boolean).length}
    >
      <div role={fala ? 'alert' : undefined} className="cartao-aviso">
        <button type="button" onClick={onOpen} aria-haspopup="dialog" className="on-card">
          <span className="cartao-placa">
            <Placa placa={placa} tipo={tipo} linha={formatLinhaPlaca(cidade, estado)} decorativa />
          </span>
          <PlacaTexto placa={placa || 'Sem placa'} className="cartao-texto" />
          <span className="cartao-modelo">
            {/* The chip says 'Não cadastrado'. */}
            {modelo !== NAO_CADASTRADO && modelo && <span className="cartao-linha">{modelo}</span>}
            {nota && (
              <span className="cartao-linha cartao-nota">
                {nota.palavra}: <PlacaComparada placa={nota.placa} lida={placa} />
                {nota.resto}
              </span>
            )}
            {lugar && <span className="cartao-linha cartao-lugar">{lugar}</span>}
          </span>
          <span className="cartao-status">
            <Icon name={iconOfStatus(status)} size={18} />
            {formatStatus(status)}
          </span>
          <span className="cartao-hora">
            {corrigida && (
              <span className="cartao-marca">
                <Icon name="pencil" size={14} />
                <span>corrigida</span>
              </span>
            )}
            {soNaMemoria && (
              <span className="cartao-marca">
                <Icon name="warning" size={14} />
                <span>não gravada</span>
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
