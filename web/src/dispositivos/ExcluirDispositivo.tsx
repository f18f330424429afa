import { useMutation } from '@tanstack/react-query';
import type { Dispositivo } from '@unipark/contract/dispositivo';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { removeDispositivo } from './api.ts';
import { CAMINHO_DISPOSITIVOS } from './rotas.ts';

type Props = { dispositivo: Dispositivo; onClose: () => void };

export function ExcluirDispositivo({ dispositivo, onClose }: Props) {
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
      onConfirm={() => excluir.mutate(dispositivo.id)}
      onCancel={onClose}
    />
  );
}
