import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NAO_CADASTRADO, type UltimoVeiculo } from '@unipark/contract/passagem';
import { useState } from 'react';
import { useRecentHour } from '../../lib/time/useMinute.ts';
import { useFocusBack } from '../../ui/dialog/useFocusBack.ts';
import { Spinner } from '../../ui/feedback/Spinner.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatLinhaPlaca } from '../../veiculos/placa/linhaDaPlaca.ts';
import { Placa } from '../../veiculos/placa/Placa.tsx';
import { PlacaTexto } from '../../veiculos/placa/PlacaTexto.tsx';
import { acknowledgeAlerta, alertasQuery } from '../api.ts';
import { ALERTAS, formatCamera, formatSugestao } from '../textos.ts';

type FaixaProps = {
  cartao: UltimoVeiculo;
  /** The sound is wanted and the browser blocks it: the banner says so. */
  semSom: boolean;
  onOpen: () => void;
};

/** One alarm across the screen: its kind, the car, place and time, and the button 'Ciente'. */
export function Faixa({ cartao, semSom, onOpen }: FaixaProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation(acknowledgeAlerta());
  // The banner disappears together with the pressed button.
  const [pedido, setPedido] = useState(false);
  useFocusBack(pedido);
  const { id, placa, modelo, tipo, cidade, estado, instante, camera, alerta, motivo, sugestoes } =
    cartao;
  const soNaMemoria = cartao.gravada === false;
  const hora = useRecentHour(instante);
  if (!alerta) return null;
  const { palavra, frase, icone } = ALERTAS[alerta.tipo];
  const [sugestao] = sugestoes;
  return (
    <div role="alert" className="faixa on-card">
      <Icon name={icone} size={48} className="faixa-icone" />
      <span className="faixa-placa" data-moto={tipo === '2' || undefined}>
        <Placa placa={placa} tipo={tipo} linha={formatLinhaPlaca(cidade, estado)} decorativa />
      </span>
      <div className="faixa-texto">
        <p className="faixa-palavra">
          {palavra} <PlacaTexto placa={placa} />
        </p>
        {frase && (
          <p className="faixa-frase">
            {frase}
            {alerta.tipo === 'provavel' && sugestao && `: parecida com ${formatSugestao(sugestao)}`}
          </p>
        )}
        {motivo && <p className="faixa-frase faixa-motivo">{`Motivo: ${motivo}`}</p>}
        <p className="faixa-dados">
          {modelo !== NAO_CADASTRADO && modelo && (
            <>
              <span>{modelo}</span>
              {' · '}
            </>
          )}
          <time dateTime={instante}>{hora}</time>
          {camera && (
            <>
              {' · '}
              <span>{formatCamera(camera)}</span>
            </>
          )}
          {semSom && ' · Som bloqueado: toque na tela'}
          {soNaMemoria && ' · Não gravada no servidor'}
        </p>
      </div>
      <div className="faixa-botoes">
        <button
          type="button"
          className="faixa-ver"
          onClick={onOpen}
          aria-haspopup="dialog"
          aria-label={`Ver passagem ${placa}`}
        >
          Ver passagem
        </button>
        <button
          type="button"
          className="faixa-ciente"
          disabled={isPending}
          aria-busy={isPending || undefined}
          aria-label={`Ciente ${placa}`}
          onClick={() => {
            setPedido(true);
            // A refusal may mean that the alarm is already closed: reload the list.
            mutate(id, { onError: () => client.invalidateQueries(alertasQuery) });
          }}
        >
          {isPending ? <Spinner size={20} /> : <Icon name="check" size={20} />}
          Ciente
        </button>
      </div>
    </div>
  );
}
