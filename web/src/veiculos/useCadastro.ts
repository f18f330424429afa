import { useMutation } from '@tanstack/react-query';
import { canonica } from '@unipark/contract/placa';
import { useEffect, useReducer, useState } from 'react';
import { useAttemptKey } from '../lib/attempt.ts';
import { ApiError } from '../lib/http.ts';
import { criarVeiculo } from './api.ts';
import { contarCadastrado, guardarRascunho, lerCadastrados } from './rascunho.ts';
import { corpoDoRegistro, REGISTRO_VAZIO, type Registro, registrar } from './registro.ts';

/** The state of a registration, from the first choice to the answer of the server. */
export function useCadastro(inicial: Registro, aoCadastrar: () => void) {
  const [registro, mudar] = useReducer(registrar, inicial);
  const [confirmando, setConfirmando] = useState(false);
  const [cadastrados, setCadastrados] = useState(lerCadastrados);
  const criar = useMutation(criarVeiculo());
  const { keyFor, done } = useAttemptKey();

  useEffect(() => guardarRascunho(registro), [registro]);

  const recomecar = () => {
    mudar({ campo: 'tudo', valor: REGISTRO_VAZIO });
    criar.reset();
  };
  const salvar = () => {
    const corpo = corpoDoRegistro(registro);
    criar.mutate(
      { corpo, chave: keyFor(corpo) },
      {
        onSuccess: () => {
          done();
          recomecar();
          setCadastrados(contarCadastrado());
          aoCadastrar();
        },
        onSettled: () => setConfirmando(false),
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
    pedirConfirmacao: () => setConfirmando(true),
    desistir: () => setConfirmando(false),
    cadastrados,
    falha,
    /** The server refused this very plate as already registered. */
    duplicada:
      falha?.status === 409 && recusada === canonica(registro.placa) ? recusada : undefined,
  };
}
