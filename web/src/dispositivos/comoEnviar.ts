import type { Dispositivo } from '@unipark/contract/dispositivo';

/** Where the maker's screen wants the token. */
export function comoEnviar({ dialeto, digest, mqtt }: Dispositivo, noEndereco: boolean): string {
  if (dialeto === 'frigate' && mqtt) {
    return 'Com MQTT não é preciso configurar nada no Frigate. O endereço e o token servem para enviar por HTTP.';
  }
  if (digest === 'sim') return 'Na câmera, informe o endereço, o usuário e o token como senha.';
  if (noEndereco)
    return 'O token já faz parte do endereço: cole-o inteiro na câmera ou no programa.';
  const esquema = dialeto === 'unipark' ? 'Bearer' : 'Token';
  return `Cole o endereço e envie o token no cabeçalho “Authorization: ${esquema} …”, ou como senha de qualquer usuário.`;
}
