import { useMutation } from '@tanstack/react-query';
import { Dispositivo } from '@unipark/contract/dispositivo';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useEdit } from '../lib/screen/useEdit.ts';
import { Button } from '../ui/button/Button.tsx';
import { ButtonLink } from '../ui/button/ButtonLink.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { ConflictDialog } from '../ui/dialog/ConflictDialog.tsx';
import { removeDispositivo, updateDispositivo } from './api.ts';
import { compareAjustes } from './formulario/comparacao.ts';
import { CAMINHO_DISPOSITIVOS, pathOfDispositivo } from './rotas.ts';
import { TrocarToken } from './TrocarToken.tsx';

export function AcoesDispositivo({ dispositivo }: { dispositivo: Dispositivo }) {
  const [aberto, setAberto] = useState<'token' | 'excluir'>();
  const alterar = useEdit(updateDispositivo, Dispositivo);
  const { current } = alterar;
  const { id, ativo } = dispositivo;
  const close = () => setAberto(undefined);
  /** The state that was asked for last: the device may have changed since. */
  const [pedido, setPedido] = useState(ativo);
  const setAtivo = (novo: boolean) => {
    setPedido(novo);
    alterar.send(current ?? dispositivo, { ativo: novo });
  };
  return (
    <div className="flex flex-wrap gap-2">
      <ButtonLink icon="pencil" to={`${pathOfDispositivo(id)}/editar`}>
        Editar
      </ButtonLink>
      <Button icon="refresh" onClick={() => setAberto('token')}>
        Trocar token
      </Button>
      <Button loading={alterar.isPending} onClick={() => setAtivo(!ativo)}>
        {ativo ? 'Desativar' : 'Ativar'}
      </Button>
      <Button icon="trash" onClick={() => setAberto('excluir')}>
        Excluir
      </Button>
      {current && (
        <ConflictDialog
          title="Este dispositivo foi alterado por outra pessoa"
          rows={compareAjustes({ ativo: pedido }, current)}
          busy={alterar.isPending}
          onMine={() => setAtivo(pedido)}
          onCurrent={alterar.dismiss}
          onBack={alterar.dismiss}
        />
      )}
      {aberto === 'token' && <TrocarToken dispositivo={dispositivo} onClose={close} />}
      {aberto === 'excluir' && <ExcluirDispositivo dispositivo={dispositivo} onClose={close} />}
    </div>
  );
}

type ExcluirDispositivoProps = { dispositivo: Dispositivo; onClose: () => void };

function ExcluirDispositivo({ dispositivo, onClose }: ExcluirDispositivoProps) {
  const navigate = useNavigate();
  const excluir = useMutation({
    ...removeDispositivo,
    onSuccess: () => navigate(CAMINHO_DISPOSITIVOS),
    onError: onClose,
  });
  return (
    <ConfirmDialog
      open
      danger
      icon="trash"
      title="Excluir dispositivo"
      text={`Deseja excluir ${dispositivo.nome}? As leituras dele deixam de ser aceitas. As passagens ficam no histórico.`}
      confirmLabel="Excluir"
      busy={excluir.isPending}
      onConfirm={() => excluir.mutate(dispositivo)}
      onCancel={onClose}
    />
  );
}
