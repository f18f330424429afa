import { useMutation } from '@tanstack/react-query';
import type { Importacao } from '@unipark/contract/importacao';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../ui/button/Button.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { discardImportacao } from './api.ts';

/** Deletes an import that wrote nothing. After a preview it asks: cells may have been corrected. */
export function Descartar({ importacao }: { importacao: Importacao }) {
  const { id, nome, tipo, contagem } = importacao;
  const navigate = useNavigate();
  const [perguntando, setPerguntando] = useState(false);
  const { mutate, isPending } = useMutation(discardImportacao(id));
  const conferida = Object.values(contagem).some((total) => total > 0);
  const close = () => setPerguntando(false);
  const discard = () =>
    mutate(undefined, {
      onSuccess: () => navigate(`/importar?tipo=${tipo}`, { replace: true }),
      onError: close,
    });
  return (
    <>
      <Button
        variant="ghost"
        loading={isPending}
        onClick={() => (conferida ? setPerguntando(true) : discard())}
      >
        Descartar
      </Button>
      <ConfirmDialog
        open={perguntando}
        title="Descartar a importação?"
        text={`Nada de ${nome} foi gravado. As células corrigidas aqui são perdidas.`}
        confirmLabel="Descartar importação"
        danger
        busy={isPending}
        onConfirm={discard}
        onCancel={close}
      />
    </>
  );
}
