import { useMutation } from '@tanstack/react-query';
import { NovoVeiculo } from '@unipark/contract/veiculo';
import { useEffect, useReducer, useState } from 'react';
import { useAttemptKey } from '../../lib/attempt.ts';
import { ApiError } from '../../lib/http.ts';
import { useOneAtATime } from '../../lib/useOneAtATime.ts';
import { createVeiculo } from '../api.ts';
import { ehPlacaExistente } from '../conflito.ts';
import { aindaErrados, errosDe, type Recusa } from '../erros.ts';
import { contarCadastrado, guardarRascunho, lerCadastrados } from './rascunho.ts';
import { corpoDoRegistro, REGISTRO_VAZIO, type Registro, registrar } from './registro.ts';

/** The state of a registration, from the first choice to the answer of the server. */
export function useCadastro(inicial: Registro, aoCadastrar: () => void) {
  const [registro, mudar] = useReducer(registrar, inicial);
  const [confirmando, setConfirmando] = useState(false);
  const [recusa, setRecusa] = useState<Recusa>();
  const [cadastrados, setCadastrados] = useState(lerCadastrados);
  const criar = useMutation(createVeiculo());
  const { keyFor, done } = useAttemptKey();
  const envio = useOneAtATime();

  const corpo = corpoDoRegistro(registro);
  useEffect(() => guardarRascunho(registro), [registro]);

  const recomecar = () => {
    mudar({ campo: 'tudo', valor: REGISTRO_VAZIO });
    setRecusa(undefined);
    criar.reset();
  };
  /** False when the contract refuses a field: its sentence stands under it then. */
  const pedirConfirmacao = (): boolean => {
    const lido = NovoVeiculo.safeParse(corpo);
    setRecusa({ corpo, campos: errosDe(lido.error) });
    setConfirmando(lido.success);
    return lido.success;
  };
  const salvar = () => {
    if (!envio.take()) return;
    criar.mutate(
      { corpo, chave: keyFor(corpo) },
      {
        onSuccess: () => {
          done();
          recomecar();
          setCadastrados(contarCadastrado());
          aoCadastrar();
        },
        onError: (error) => {
          if (error instanceof ApiError) setRecusa({ corpo, campos: error.campos });
        },
        onSettled: () => {
          envio.release();
          setConfirmando(false);
        },
      },
    );
  };

  const recusada = criar.variables?.corpo.placa;
  const falha = criar.error instanceof ApiError ? criar.error : undefined;
  return {
    registro,
    mudar,
    recomecar,
    salvar,
    salvando: criar.isPending,
    confirmando,
    pedirConfirmacao,
    desistir: () => setConfirmando(false),
    cadastrados,
    falha,
    erros: aindaErrados(recusa, corpo),
    /** The server refused this very plate as already registered. */
    duplicada: ehPlacaExistente(falha) && recusada === corpo.placa ? recusada : undefined,
  };
}
