import type { Dispositivo, DispositivoComToken } from '@unipark/contract/dispositivo';
import { CopyText } from '../ui/button/CopyText.tsx';
import { Alert } from '../ui/feedback/Alert.tsx';
import { Stack } from '../ui/layout/Stack.tsx';

export function TokenUmaVez({ dispositivo, token, endereco }: DispositivoComToken) {
  if (token === null) {
    return (
      <Alert tone="warning" role="alert">
        O dispositivo já estava cadastrado e o token já foi mostrado. Use “Trocar token” para gerar
        outro.
      </Alert>
    );
  }
  return (
    <Stack>
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
      <p className="text-sm text-muted">{describeEnvio(dispositivo, endereco.includes(token))}</p>
    </Stack>
  );
}

/** Where the maker's settings expect the token. */
function describeEnvio({ dialeto, digest, mqtt }: Dispositivo, noEndereco: boolean): string {
  if (dialeto === 'frigate' && mqtt) {
    return 'Com MQTT não é preciso configurar nada no Frigate. O endereço e o token servem para enviar por HTTP.';
  }
  if (digest === 'sim') return 'Na câmera, informe o endereço, o usuário e o token como senha.';
  if (noEndereco)
    return 'O token já faz parte do endereço: cole-o inteiro na câmera ou no programa.';
  const esquema = dialeto === 'unipark' ? 'Bearer' : 'Token';
  return `Cole o endereço e envie o token no cabeçalho “Authorization: ${esquema} …”, ou como senha de qualquer usuário.`;
}
