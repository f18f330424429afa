import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UltimoVeiculo } from '@unipark/contract/passagem';
import { useEffect, useRef } from 'react';
import { useShortcuts } from '../../lib/screen/shortcuts.ts';
import { useFocusBack } from '../../ui/dialog/useFocusBack.ts';
import { Spinner } from '../../ui/feedback/Spinner.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { formatLinhaPlaca } from '../../veiculos/placa/linhaDaPlaca.ts';
import { Placa } from '../../veiculos/placa/Placa.tsx';
import { acknowledgeAlerta, alertasQuery } from '../api.ts';
import { Miniatura } from '../Miniatura.tsx';
import { ALERTAS } from '../textos.ts';
import { keyOfAlerta } from './alertas.ts';
import { CienteDeTodos } from './CienteDeTodos.tsx';
import { PaginaAlertas } from './PaginaAlertas.tsx';
import { TextoAlerta } from './TextoAlerta.tsx';

type AlertaProps = {
  /** All open alarms, the newest first, and the index of the shown one. */
  abertos: readonly UltimoVeiculo[];
  indice: number;
  cartao: UltimoVeiculo;
  semSom: boolean;
  onShow: (indice: number) => void;
  onOpen: () => void;
};

/** One alarm in the fixed slot: photo, plate, words, and the buttons, which never move. */
export function Alerta({ abertos, indice, cartao, semSom, onShow, onOpen }: AlertaProps) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation(acknowledgeAlerta());
  // Ciente may remove the slot with the focused button.
  useFocusBack(true);
  const { id, placa, tipo, cidade, estado, alerta, imagem } = cartao;
  const chave = keyOfAlerta(cartao);
  const canAnswer = useReadTime(chave);
  const acknowledge = () => {
    if (isPending || !canAnswer()) return;
    // A refusal may mean that the alarm is already closed: reload the list.
    mutate(id, { onError: () => client.invalidateQueries(alertasQuery) });
  };
  useShortcuts({ ciente: acknowledge });
  return (
    <div className="alerta on-card">
      <Icon name={ALERTAS[alerta?.tipo ?? 'proibido'].icone} size={32} className="alerta-icone" />
      {/* With keys: a new alarm is a new text, announced as such, and nothing slides over. */}
      <span key={`${chave} foto`} className="alerta-foto">
        <Miniatura passagem={id} imagem={imagem ?? undefined} />
      </span>
      <span key={`${chave} placa`} className="alerta-placa" data-moto={tipo === '2' || undefined}>
        <Placa placa={placa} tipo={tipo} linha={formatLinhaPlaca(cidade, estado)} decorativa />
      </span>
      <TextoAlerta key={chave} cartao={cartao} semSom={semSom} />
      <div className="alerta-botoes">
        <PaginaAlertas indice={indice} total={abertos.length} onShow={onShow} />
        {abertos.length > 1 && <CienteDeTodos abertos={abertos} />}
        <button
          type="button"
          className="alerta-ver"
          onClick={onOpen}
          aria-haspopup="dialog"
          aria-label={`Ver passagem ${placa}`}
        >
          Ver passagem
        </button>
        <button
          type="button"
          className="alerta-ciente"
          aria-disabled={isPending || undefined}
          aria-busy={isPending || undefined}
          aria-label={`Ciente ${placa}`}
          aria-keyshortcuts="c"
          onClick={acknowledge}
        >
          {isPending ? <Spinner size={20} /> : <Icon name="check" size={20} />}
          Ciente
        </button>
      </div>
    </div>
  );
}

/** An alarm that takes another's place must be readable before a press can answer it. */
const LIDO_MS = 400;

function useReadTime(chave: string): () => boolean {
  const mostrada = useRef({ chave, desde: Number.NEGATIVE_INFINITY });
  useEffect(() => {
    if (mostrada.current.chave !== chave) mostrada.current = { chave, desde: performance.now() };
  }, [chave]);
  return () => performance.now() - mostrada.current.desde >= LIDO_MS;
}
