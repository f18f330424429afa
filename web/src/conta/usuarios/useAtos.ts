import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Usuario } from '@unipark/contract/usuario';
import { useState } from 'react';
import { sentenceOf } from '../../lib/errors.ts';
import { renewToken, useUser } from '../../lib/session.ts';
import { useInstalacao } from '../instalacao.ts';
import { agirSobreUsuario, CHAVE_USUARIOS, type Pedido } from './api.ts';
import { type Acao, acoesDe, perguntaDe } from './atos.ts';

/** What is being done with which account: asked first where something is taken away. */
export function useAtos() {
  const { email } = useUser();
  const externo = Boolean(useInstalacao()?.firebase);
  const queries = useQueryClient();
  const [aviso, setAviso] = useState<string>();
  const [pedido, setPedido] = useState<Pedido>();
  const [redefinindo, setRedefinindo] = useState<Usuario>();

  const isProprio = (usuario: Usuario) => usuario.email === email;

  const falhou = (error: unknown) => {
    setAviso(sentenceOf(error) ?? 'Erro inesperado.');
    // Somebody else may have acted meanwhile: show how things stand.
    void queries.invalidateQueries({ queryKey: CHAVE_USUARIOS });
  };

  const { mutate, isPending, variables } = useMutation({
    ...agirSobreUsuario,
    onError: falhou,
    onSuccess: (_feito, { usuario }) => {
      // What one may do oneself is another now: the server says what, or that it is over.
      if (isProprio(usuario)) void renewToken().catch(() => undefined);
    },
    onSettled: () => setPedido(undefined),
  });

  const agir = (acao: Acao, usuario: Usuario) => {
    setAviso(undefined);
    if (acao === 'redefinir') setRedefinindo(usuario);
    else if (perguntaDe(acao, usuario, isProprio(usuario))) setPedido({ ato: acao, usuario });
    else mutate({ ato: acao, usuario });
  };

  return {
    aviso,
    setAviso,
    pedido,
    redefinindo,
    isPending,
    /** The account that is being acted on, to show it on its button. */
    ocupado: isPending ? variables : undefined,
    isProprio,
    falhou,
    agir,
    acoesDe: (usuario: Usuario) => acoesDe(usuario, { proprio: isProprio(usuario), externo }),
    confirmar: () => pedido && mutate(pedido),
    fechar: () => {
      setPedido(undefined);
      setRedefinindo(undefined);
    },
  };
}

export type Atos = ReturnType<typeof useAtos>;
