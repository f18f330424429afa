import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Usuario } from '@unipark/contract/usuario';
import { useState } from 'react';
import { renewToken, useUser } from '../../lib/session/session.ts';
import { asApiError } from '../../lib/wire/errors.ts';
import { useInstalacao } from '../instalacao.ts';
import { type ActionRequest, actOnUsuario, CHAVE_USUARIOS } from './api.ts';
import { findPergunta, listAcoes, type UsuarioMenuAction } from './atos.ts';

/** Runs the acts on accounts; asks first where something is removed. */
export function useAtos() {
  const { email } = useUser();
  const externo = Boolean(useInstalacao()?.firebase);
  const queries = useQueryClient();
  const [aviso, setAviso] = useState<string>();
  const [pedido, setPedido] = useState<ActionRequest>();
  const [redefinindo, setRedefinindo] = useState<Usuario>();

  const isProprio = (usuario: Usuario) => usuario.email === email;

  const showFailure = (error: unknown) => {
    setAviso(asApiError(error).mensagem);
    // Another administrator may have acted: load the current state.
    void queries.invalidateQueries({ queryKey: CHAVE_USUARIOS });
  };

  const { mutate, isPending, variables } = useMutation({
    ...actOnUsuario,
    onError: showFailure,
    onSuccess: (_feito, { usuario }) => {
      // One's own rights changed: the server says the new ones, or that the session has ended.
      if (isProprio(usuario)) void renewToken().catch(() => undefined);
    },
    onSettled: () => setPedido(undefined),
  });

  const act = (acao: UsuarioMenuAction, usuario: Usuario) => {
    setAviso(undefined);
    if (acao === 'redefinir') setRedefinindo(usuario);
    else if (findPergunta(acao, usuario, isProprio(usuario))) setPedido({ ato: acao, usuario });
    else mutate({ ato: acao, usuario });
  };

  return {
    aviso,
    setAviso,
    pedido,
    redefinindo,
    isPending,
    /** The account of the act under way, for the state of its button. */
    ocupado: isPending ? variables : undefined,
    isProprio,
    showFailure,
    act,
    listAcoes: (usuario: Usuario) => listAcoes(usuario, { proprio: isProprio(usuario), externo }),
    confirm: () => pedido && mutate(pedido),
    close: () => {
      setPedido(undefined);
      setRedefinindo(undefined);
    },
  };
}

export type UsuarioActions = ReturnType<typeof useAtos>;
