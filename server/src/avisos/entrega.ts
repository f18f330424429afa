/** Hands one call to the push service of a device. */
import type { MensagemAviso } from '@unipark/contract/aviso';
import webpush from 'web-push';
import { askOnce, resolveElsewhere } from '../platform/outbound/download.ts';
import type { VapidKeys } from './ajustes.ts';
import type { AparelhoRow } from './repo.ts';
import { isServico } from './servicos.ts';

const PRAZO_MS = 10_000;
/** An older call is dropped by the service: it is no news when the car has left. */
const VALIDADE_S = 300;

interface PushOptions {
  chaves: VapidKeys;
  /** Who calls, for the operator of the service: an https address or a mailto. */
  contato: string;
  servicos: readonly string[];
  /** Since the alarm was raised (ms). */
  passados: number;
  sinal: AbortSignal;
}

/**
 * Encrypts the message for the device (RFC 8291) and posts it, without following redirects.
 * @returns the status of the answer @throws when there is no answer, or the host is not known
 */
export async function pushAviso(
  { endpoint, p256dh, auth }: Pick<AparelhoRow, 'endpoint' | 'p256dh' | 'auth'>,
  mensagem: MensagemAviso,
  { chaves, contato, servicos, passados, sinal }: PushOptions,
): Promise<number> {
  if (!isServico(endpoint, servicos)) throw new Error('a host that is not listed');
  const { headers, body } = webpush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(mensagem),
    {
      TTL: Math.max(0, VALIDADE_S - Math.ceil(passados / 1_000)),
      urgency: 'high',
      contentEncoding: 'aes128gcm',
      vapidDetails: { subject: contato, publicKey: chaves.publica, privateKey: chaves.privada },
    },
  );
  const resposta = await askOnce(new URL(endpoint), {
    resolve: resolveElsewhere,
    headers: Object.fromEntries(
      Object.entries(headers as object).map(([nome, valor]) => [nome, String(valor)]),
    ),
    signal: AbortSignal.any([sinal, AbortSignal.timeout(PRAZO_MS)]),
    body,
  });
  // The status is enough: the body is not read.
  resposta.destroy();
  return resposta.statusCode ?? 0;
}
