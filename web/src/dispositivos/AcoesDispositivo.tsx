import { useMutation } from '@tanstack/react-query';
import type { Dispositivo } from '@unipark/contract/dispositivo';
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { updateDispositivo } from './api.ts';
import { ExcluirDispositivo } from './ExcluirDispositivo.tsx';
import { caminhoDo } from './rotas.ts';
import { TrocarToken } from './TrocarToken.tsx';

/** What may be done with a device. */
export function AcoesDispositivo({ dispositivo }: { dispositivo: Dispositivo }) {
  const [pedido, setPedido] = useState<'token' | 'excluir'>();
  const alterar = useMutation(updateDispositivo);
  const { id, ativo } = dispositivo;
  const fechar = () => setPedido(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink icon="pencil" to={`${caminhoDo(id)}/editar`}>
        Editar
      </ButtonLink>
      <Button icon="refresh" onClick={() => setPedido('token')}>
        Trocar token
      </Button>
      <Button
        loading={alterar.isPending}
        onClick={() => alterar.mutate({ de: dispositivo, corpo: { ativo: !ativo } })}
      >
        {ativo ? 'Desativar' : 'Ativar'}
      </Button>
      <Button icon="trash" onClick={() => setPedido('excluir')}>
        Excluir
      </Button>
      {pedido === 'token' && <TrocarToken dispositivo={dispositivo} onClose={fechar} />}
      {pedido === 'excluir' && <ExcluirDispositivo dispositivo={dispositivo} onClose={fechar} />}
    </div>
  );
}
