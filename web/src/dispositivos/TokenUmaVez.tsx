import type { DispositivoComToken } from '@unipark/contract/dispositivo';
import { Alert } from '../ui/Alert.tsx';
import { CopyText } from '../ui/CopyText.tsx';
import { Stack } from '../ui/Stack.tsx';
import { comoEnviar } from './comoEnviar.ts';

/** A token that was just made, and the address to paste: shown here and never again. */
export function TokenUmaVez({ dispositivo, token, endereco }: DispositivoComToken) {
  if (token === null) {
    return (
      <Alert tone="warning" role="alert">
        O dispositivo já estava cadastrado e o token já foi mostrado. Use “Trocar token” para fazer
        outro.
      </Alert>
    );
  }
  return (
    <Stack gap={16}>
      <Alert tone="warning" role="status">
        Copie agora: o token não será mostrado de novo.
      </Alert>
      <div className="rounded-control border border-border bg-bg px-4 py-3">
        <CopyText label="Endereço" text={endereco} />
      </div>
      <div className="rounded-control border border-border bg-bg px-4 py-3">
        <CopyText label="Token" text={token} />
      </div>
      {dispositivo.digest !== 'nao' && (
        <div className="rounded-control border border-border bg-bg px-4 py-3">
          <CopyText label="Usuário" text={dispositivo.id} />
        </div>
      )}
      <p className="text-sm text-muted">{comoEnviar(dispositivo, endereco.includes(token))}</p>
    </Stack>
  );
}
