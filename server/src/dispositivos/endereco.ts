/** The address that a person pastes into a camera or a program. */
import type { ModoDigest, NomeDialeto } from '@unipark/contract/dispositivo';

/** Senders with a place for a header or a password: their token stays out of the address. */
const COM_CABECALHO: NomeDialeto[] = ['unipark', 'platerecognizer', 'frigate'];

interface Destino {
  dialeto: NomeDialeto;
  digest: ModoDigest;
  caminho_raiz: number;
}

/** `origem` is ours, as https://unipark.exemplo.br; `token` may be what stands in its place. */
export function addressOf(destino: Destino, origem: string, token: string): string {
  const { dialeto, digest, caminho_raiz } = destino;
  if (dialeto === 'parkpow') return `${origem}/api/v1/log-vehicle/`;
  // The camera adds /NotificationInfo/… by itself.
  if (caminho_raiz) return origem;
  const base = `${origem}/api/leituras/${dialeto}`;
  return COM_CABECALHO.includes(dialeto) || digest === 'sim' ? base : `${base}/${token}`;
}
