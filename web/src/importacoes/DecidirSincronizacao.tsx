import { useMutation } from '@tanstack/react-query';
import type { Importacao } from '@unipark/contract/importacao';
import { useState } from 'react';
import { Button } from '../ui/button/Button.tsx';
import { ConfirmDialog } from '../ui/dialog/ConfirmDialog.tsx';
import { refuseSincronizacao, writeImportacao } from './api.ts';

/** An administrator's decision on a synchronisation that waits. */
export function DecidirSincronizacao({ importacao }: { importacao: Importacao }) {
  const { id, espera } = importacao;
  const [aprovando, setAprovando] = useState(false);
  const aprovar = useMutation(writeImportacao(id));
  const recusar = useMutation(refuseSincronizacao(id));
  if (espera === null) return null;
  const close = () => setAprovando(false);
  return (
    <>
      <Button loading={recusar.isPending} onClick={() => recusar.mutate()}>
        Recusar
      </Button>
      <Button variant="primary" onClick={() => setAprovando(true)}>
        Aprovar
      </Button>
      <ConfirmDialog
        open={aprovando}
        title="Aprovar a sincronização?"
        text={`${espera} Depois de gravada ela ainda pode ser desfeita.`}
        confirmLabel="Aprovar"
        busy={aprovar.isPending}
        onConfirm={() => aprovar.mutate('atualizar', { onSettled: close })}
        onCancel={close}
      />
    </>
  );
}
