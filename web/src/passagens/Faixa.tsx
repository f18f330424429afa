import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NAO_CADASTRADO, type UltimoVeiculo } from '@unipark/contract/passagem';
import { useState } from 'react';
import { useRecentHour } from '../lib/useRecentHour.ts';
import { Icon } from '../ui/Icon.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useFocusBack } from '../ui/useFocusBack.ts';
import { linhaDaPlaca } from '../veiculos/placa/linhaDaPlaca.ts';
import { Placa } from '../veiculos/placa/Placa.tsx';
import { PlacaTexto } from '../veiculos/placa/PlacaTexto.tsx';
import { alertasQuery, cienteDoAlerta } from './api.ts';
import { ALERTAS, nomeCamera, rotuloSugestao } from './textos.ts';

type FaixaProps = {
  cartao: UltimoVeiculo;
  /** Sound is wanted and the browser holds it back: whoever reads this hears nothing. */
  semSom: boolean;
  onOpen: () => void;
};

/** One alarm across the screen: what it is, which car, when and where, and who takes note. */
export function Faixa({ cartao, semSom, onOpen }: FaixaProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation(cienteDoAlerta());
  // The banner goes, and with it the button that was pressed.
  const [pedido, setPedido] = useState(false);
  useFocusBack(pedido);
  const { id, placa, modelo, tipo, cidade, estado, instante, camera, alerta, motivo, sugestoes } =
    cartao;
  const hora = useRecentHour(instante);
  if (!alerta) return null;
  const { palavra, frase, icone } = ALERTAS[alerta.tipo];
  const [sugestao] = sugestoes;
  return (
    <div role="alert" className="faixa on-card">
      <Icon name={icone} size={48} className="faixa-icone" />
      <span className="faixa-placa" data-moto={tipo === '2' || undefined}>
        <Placa placa={placa} tipo={tipo} linha={linhaDaPlaca(cidade, estado)} decorativa />
      </span>
      <div className="faixa-texto">
        <p className="faixa-palavra">
          {palavra} <PlacaTexto placa={placa} />
        </p>
        {frase && (
          <p className="faixa-frase">
            {frase}
            {alerta.tipo === 'provavel' &&
              sugestao &&
              ` — parecida com ${rotuloSugestao(sugestao)}`}
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
              <span>{nomeCamera(camera)}</span>
            </>
          )}
          {semSom && ' · Som bloqueado: toque na tela'}
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
            // Refused, the alarm may be gone already: the list tells.
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
