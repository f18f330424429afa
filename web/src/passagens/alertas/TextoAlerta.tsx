import {
  formatCamera,
  formatStatus,
  NAO_CADASTRADO,
  type UltimoVeiculo,
} from '@unipark/contract/passagem';
import { useRecentHour } from '../../lib/time/useMinute.ts';
import { PlacaComparada } from '../../veiculos/placa/PlacaComparada.tsx';
import { PlacaTexto } from '../../veiculos/placa/PlacaTexto.tsx';
import { ALERTAS } from '../textos.ts';

type TextoAlertaProps = {
  cartao: UltimoVeiculo;
  /** The sound is wanted and the browser blocks it: the text says so. */
  semSom: boolean;
};

/** An alarm in words: its kind and plate, what to do or why, and what to find the car by. */
export function TextoAlerta({ cartao, semSom }: TextoAlertaProps) {
  const { placa, modelo, cor, proprietario, instante, camera, alerta, motivo, sugestoes } = cartao;
  const hora = useRecentHour(instante);
  if (!alerta) return null;
  const { palavra, frase } = ALERTAS[alerta.tipo];
  const [sugestao] = sugestoes;
  const dados = [
    modelo !== NAO_CADASTRADO && modelo,
    cor,
    proprietario,
    hora,
    camera && formatCamera(camera),
  ].filter(Boolean);
  return (
    <div role="alert" className="alerta-texto">
      <p className="alerta-palavra">
        <span className="alerta-tipo">{palavra}</span>{' '}
        <PlacaTexto placa={placa} className="alerta-lida" />
      </p>
      {frase && (
        <p className="alerta-frase">
          {frase}
          {alerta.tipo === 'provavel' && sugestao && (
            <>
              : parecida com <PlacaComparada placa={sugestao.placa} lida={placa} />
              {`, ${formatStatus(sugestao.status).toLowerCase()}`}
            </>
          )}
        </p>
      )}
      {motivo && <p className="alerta-frase alerta-motivo">{`Motivo: ${motivo}`}</p>}
      <p className="alerta-dados">
        {semSom && <strong>Som bloqueado: toque na tela · </strong>}
        {cartao.gravada === false && <strong>Não gravada no servidor · </strong>}
        {dados.join(' · ')}
      </p>
    </div>
  );
}
