import { Proprietario } from '@unipark/contract/proprietario';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as z from 'zod/mini';

/** An owner to edit and, when an edit that failed is opened again, the name typed then. */
const Reaberto = z.object({ proprietario: Proprietario, nome: z.optional(z.string()) });
type Editando = z.infer<typeof Reaberto>;

/** Whom the dialog edits: the row that was chosen, or what the bell opens again. */
export function useEditando() {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [escolhido, setEscolhido] = useState<Proprietario | null>(null);
  const reaberto = Reaberto.safeParse(state?.reabrir).data;
  const editando: Editando | undefined = escolhido ? { proprietario: escolhido } : reaberto;
  return {
    editando,
    editar(proprietario: Proprietario | null) {
      setEscolhido(proprietario);
      if (reaberto) navigate(pathname + search, { replace: true, state: null });
    },
  };
}
