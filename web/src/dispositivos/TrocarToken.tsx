import { useMutation } from '@tanstack/react-query';
import type { Dispositivo } from '@unipark/contract/dispositivo';
import { Button } from '../ui/button/Button.tsx';
import { OnceDialog } from '../ui/dialog/OnceDialog.tsx';
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
    <OnceDialog
      title="Trocar token"
      description={dispositivo.nome}
      pending={isPending}
      once={data && <TokenUmaVez {...data} />}
      onClose={onClose}
      actions={
        <>
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
      }
    >
      <Stack>
        <p>
          Será gerado um novo token. O atual ainda é aceito por 24 horas, tempo para trocá-lo na
          câmera.
        </p>
        <Alert tone="warning">
          Se o token vazou, use “Revogar agora”: o atual deixa de valer na mesma hora.
        </Alert>
      </Stack>
    </OnceDialog>
  );
}
