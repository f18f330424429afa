import { useMutation } from '@tanstack/react-query';
import type { Dispositivo } from '@unipark/contract/dispositivo';
import { Button } from '../ui/button/Button.tsx';
import { Dialog } from '../ui/dialog/Dialog.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { replaceToken } from './api.ts';
import { TokenUmaVez } from './TokenUmaVez.tsx';

type Props = { dispositivo: Dispositivo; onClose: () => void };

/** Makes a new token and shows it once; the old one ends now or in a day. */
export function TrocarToken({ dispositivo, onClose }: Props) {
  const { mutate, data, isPending, variables } = useMutation(replaceToken);
  const replace = (imediato: boolean) => mutate({ id: dispositivo.id, imediato });
  return (
    <Dialog
      open
      title="Trocar token"
      description={dispositivo.nome}
      // Shown once: Escape would lose it, so only 'Já copiei' closes the dialog.
      busy={isPending || data !== undefined}
      onClose={onClose}
      footer={
        data ? (
          <Button variant="primary" onClick={onClose}>
            Já copiei
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={isPending}>
              Cancelar
            </Button>
            <Button
              variant="danger"
              onClick={() => replace(true)}
              disabled={isPending}
              loading={isPending && variables.imediato}
            >
              Revogar agora
            </Button>
            <Button
              variant="primary"
              onClick={() => replace(false)}
              disabled={isPending}
              loading={isPending && !variables.imediato}
            >
              Trocar
            </Button>
          </>
        )
      }
    >
      {data ? (
        <TokenUmaVez {...data} />
      ) : (
        <Stack>
          <p>
            Será gerado um novo token. O atual ainda é aceito por 24 horas, tempo para trocá-lo na
            câmera.
          </p>
          <Alert tone="warning">
            Se o token vazou, use “Revogar agora”: o atual deixa de valer na mesma hora.
          </Alert>
        </Stack>
      )}
    </Dialog>
  );
}
