/** The address that a person pastes into a camera or a program. */
import type { ModoDigest, NomeDialeto } from '@unipark/contract/dispositivo';

/** Senders with a field for a header or a password: their address needs no token. */
const COM_CABECALHO: NomeDialeto[] = ['unipark', 'platerecognizer', 'frigate'];

interface DispositivoAddress {
  dialeto: NomeDialeto;
  digest: ModoDigest;
  caminho_raiz: number;
}

/** `origem` is ours, such as https://unipark.exemplo.br; `token` may be a placeholder. */
export function addressOf(destino: DispositivoAddress, origem: string, token: string): string {
  const { dialeto, digest, caminho_raiz } = destino;
  if (dialeto === 'parkpow') return `${origem}/api/v1/log-vehicle/`;
  // The camera appends /NotificationInfo/… itself.
  if (caminho_raiz) return origem;
  const base = `${origem}/api/leituras/${dialeto}`;
  return COM_CABECALHO.includes(dialeto) || digest === 'sim' ? base : `${base}/${token}`;
}
