import { useMutation } from '@tanstack/react-query';
import type { Dispositivo } from '@unipark/contract/dispositivo';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Stack } from '../ui/Stack.tsx';
import { replaceToken } from './api.ts';
import { TokenUmaVez } from './TokenUmaVez.tsx';

type Props = { dispositivo: Dispositivo; onClose: () => void };

/** Makes a new token, with a day to put it in place or with none, and shows it once. */
export function TrocarToken({ dispositivo, onClose }: Props) {
  const { mutate, data, isPending, variables } = useMutation(replaceToken);
  const trocar = (imediato: boolean) => mutate({ id: dispositivo.id, imediato });
  return (
    <Dialog
      open
      title="Trocar token"
      description={dispositivo.nome}
      // Shown once: Escape would lose it, so only 'Já copiei' closes.
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
              onClick={() => trocar(true)}
              disabled={isPending}
              loading={isPending && variables.imediato}
            >
              Revogar agora
            </Button>
            <Button
              variant="primary"
              onClick={() => trocar(false)}
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
        <Stack gap={16}>
          <p>
            Um token novo será feito. O atual ainda é aceito por 24 horas, para dar tempo de trocar
            na câmera.
          </p>
          <Alert tone="warning">
            Se o token vazou, use “Revogar agora”: o atual deixa de valer na mesma hora.
          </Alert>
        </Stack>
      )}
    </Dialog>
  );
}
