import { useMutation, useQueryClient } from '@tanstack/react-query';
import { NovoVeiculo, type Veiculo } from '@unipark/contract/veiculo';
import { useEffect, useRef, useState } from 'react';
import { showFaults } from '../../lib/screen/showFaults.ts';
import { useOneAtATime } from '../../lib/screen/useOneAtATime.ts';
import { useAttemptKey } from '../../lib/wire/attempt.ts';
import { ApiError } from '../../lib/wire/http.ts';
import { createVeiculo, veiculoQuery } from '../api.ts';
import { useCampos } from '../useCampos.ts';
import { countCadastrado, readCadastrados, saveRascunho } from './rascunho.ts';
import {
  buildCorpo,
  hasPlacaValida,
  isSame,
  isVazio,
  REGISTRO_VAZIO,
  type VeiculoDraft,
} from './registro.ts';
import { usePlacaConferida } from './usePlacaConferida.ts';

const isPlacaExistente = (error: unknown): boolean =>
  error instanceof ApiError && error.codigo === 'placa-existente';

type CadastroHandlers = {
  onInvalid: () => void;
  onCreated: (veiculo: Veiculo, imprimir: boolean) => void;
};

/**
 * The form of a registration: its draft, the checks of its plate, the sending. `deOutra`: the draft
 * that is kept is of another plate.
 */
export function useCadastro(
  { inicial, deOutra }: { inicial: VeiculoDraft; deOutra: boolean },
  { onInvalid, onCreated }: CadastroHandlers,
) {
  const { form, campos } = useCampos(NovoVeiculo, inicial, buildCorpo);
  const client = useQueryClient();
  const [confirmando, setConfirmando] = useState(false);
  const [imprimir, setImprimir] = useState(false);
  const [cadastrados, setCadastrados] = useState(readCadastrados);
  const [anterior, setAnterior] = useState<VeiculoDraft>();
  const criar = useMutation(createVeiculo());
  const { keyFor, done } = useAttemptKey();
  const envio = useOneAtATime();

  const registro = campos.valores;
  const corpo = buildCorpo(registro);
  // A draft of another plate stays until something is typed here.
  const guarda = useRef(!deOutra);
  useEffect(() => {
    guarda.current ||= !isSame(registro, inicial) && !isVazio(registro);
    if (guarda.current) saveRascunho(registro);
  }, [registro, inicial]);

  const restart = (comeco = REGISTRO_VAZIO) => {
    form.reset(comeco);
    criar.reset();
  };
  const confirm = form.handleSubmit(() => setConfirmando(true), onInvalid);
  const save = () => {
    if (!envio.take()) return;
    criar.mutate(
      { corpo, chave: keyFor(corpo) },
      {
        onSuccess: (veiculo) => {
          done();
          // The page of labels must not read the earlier answer, that the plate is free.
          client.setQueryData(veiculoQuery(veiculo.placa).queryKey, veiculo);
          setAnterior(registro);
          restart();
          setCadastrados(countCadastrado());
          onCreated(veiculo, imprimir);
        },
        onError: (error) => {
          showFaults(form, error);
          onInvalid();
        },
        onSettled: () => {
          envio.release();
          setConfirmando(false);
        },
      },
    );
  };

  const recusada = criar.variables?.corpo.placa;
  const existe = isPlacaExistente(criar.error);
  // No more lookups while it is confirmed: the plate is about to be registered.
  const { ocupada, gemea } = usePlacaConferida(confirmando ? '' : registro.placa);
  const duplicada = existe && recusada === corpo.placa ? recusada : ocupada;
  const canSave = hasPlacaValida(registro) && duplicada === undefined;
  const ask = (comAdesivo: boolean): void => {
    if (!canSave) return;
    setImprimir(comAdesivo);
    void confirm();
  };
  return {
    campos,
    restart,
    save,
    salvando: criar.isPending,
    confirmando,
    /** The plate is valid and not known to be registered. */
    canSave,
    /** A plate that cannot be saved is reported beside its field. */
    askConfirmation: () => ask(false),
    /** The same, and the label afterwards. */
    askImpressao: () => ask(true),
    imprimir,
    cancel: () => setConfirmando(false),
    cadastrados,
    /** The vehicle registered last. */
    anterior,
    /** Why it was not saved; a registered plate is reported beside the plate. */
    falha: criar.error instanceof ApiError && !existe ? criar.error : undefined,
    duplicada,
    gemea,
  };
}
