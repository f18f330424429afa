import { useMutation } from '@tanstack/react-query';
import { NovoVeiculo } from '@unipark/contract/veiculo';
import { useEffect, useState } from 'react';
import { showFaults } from '../../lib/screen/showFaults.ts';
import { useOneAtATime } from '../../lib/screen/useOneAtATime.ts';
import { useAttemptKey } from '../../lib/wire/attempt.ts';
import { ApiError } from '../../lib/wire/http.ts';
import { createVeiculo } from '../api.ts';
import { useCampos } from '../useCampos.ts';
import { countCadastrado, readCadastrados, saveRascunho } from './rascunho.ts';
import { buildCorpo, hasPlacaValida, REGISTRO_VAZIO, type VeiculoDraft } from './registro.ts';

const isPlacaExistente = (error: unknown): boolean =>
  error instanceof ApiError && error.codigo === 'placa-existente';

type CadastroHandlers = { onInvalid: () => void; onCreated: () => void };

export function useCadastro(inicial: VeiculoDraft, { onInvalid, onCreated }: CadastroHandlers) {
  const { form, campos } = useCampos(NovoVeiculo, inicial, buildCorpo);
  const [confirmando, setConfirmando] = useState(false);
  const [cadastrados, setCadastrados] = useState(readCadastrados);
  const criar = useMutation(createVeiculo());
  const { keyFor, done } = useAttemptKey();
  const envio = useOneAtATime();

  const registro = campos.valores;
  const corpo = buildCorpo(registro);
  useEffect(() => saveRascunho(registro), [registro]);

  const restart = () => {
    form.reset(REGISTRO_VAZIO);
    criar.reset();
  };
  const confirm = form.handleSubmit(() => setConfirmando(true), onInvalid);
  const save = () => {
    if (!envio.take()) return;
    criar.mutate(
      { corpo, chave: keyFor(corpo) },
      {
        onSuccess: () => {
          done();
          restart();
          setCadastrados(countCadastrado());
          onCreated();
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
  return {
    campos,
    restart,
    save,
    salvando: criar.isPending,
    confirmando,
    /** An invalid plate is reported beside its field and is not looked up. */
    askConfirmation: () => void (hasPlacaValida(registro) && confirm()),
    cancel: () => setConfirmando(false),
    cadastrados,
    /** Why it was not saved; a registered plate is reported beside the plate. */
    falha: criar.error instanceof ApiError && !existe ? criar.error : undefined,
    duplicada: existe && recusada === corpo.placa ? recusada : undefined,
  };
}
