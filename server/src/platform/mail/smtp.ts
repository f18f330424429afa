/** Sends one message to the mail server. The library is loaded with the first one. */
import type { Transporter } from 'nodemailer';
import type { ConfigCorreio } from '../../config/correio.ts';
import { readFalha } from './falha.ts';
import type { PendingMail } from './repo.ts';

export interface MailTransport {
  /** Rejects early when `sinal` aborts. */
  send(mensagem: PendingMail, sinal: AbortSignal): Promise<void>;
}

const ESTA_MAQUINA = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

async function openTransporte(url: URL, prazoMs: number): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const { searchParams, hostname } = url;
  const escolhido = searchParams.has('requireTLS') || searchParams.has('ignoreTLS');
  return createTransport({
    url: url.href,
    connectionTimeout: prazoMs,
    greetingTimeout: prazoMs,
    dnsTimeout: prazoMs,
    socketTimeout: 2 * prazoMs,
    // A password is sent over the network only under TLS, unless the address says otherwise.
    ...(url.protocol === 'smtp:' &&
      url.username !== '' &&
      !escolhido &&
      !ESTA_MAQUINA.test(hostname) && { requireTLS: true }),
  } as Parameters<typeof createTransport>[0]);
}

/** One mailbox: a comma in it makes no second one. */
const toMailbox = (address: string) => ({ name: '', address });

/** Mail by SMTP (RFC 5321); TLS when the server offers it. */
export function createRemessa({ url, de }: ConfigCorreio): MailTransport {
  let transporte: Promise<Transporter> | undefined;
  const dominio = de.split('@').at(-1)?.replace('>', '');
  return {
    async send({ id, criado_em, para, responder_a, assunto, texto }, sinal) {
      transporte ??= openTransporte(url, 10_000);
      await (await transporte).sendMail({
        from: de,
        to: toMailbox(para),
        ...(responder_a && { replyTo: toMailbox(responder_a) }),
        subject: assunto,
        text: texto,
        // A message sent twice has one id, so that clients show it once.
        messageId: `<unipark.${id}.${Date.parse(criado_em)}@${dominio}>`,
        date: new Date(criado_em),
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: sinal,
      });
    },
  };
}

/** Connects and signs in without sending; answers why that failed, or undefined. */
export async function verifyServidor(
  { url }: ConfigCorreio,
  prazoMs = 4_000,
): Promise<string | undefined> {
  const transporte = await openTransporte(url, prazoMs);
  const relogio = Promise.withResolvers<never>();
  const fim = setTimeout(() => relogio.reject({ code: 'ETIMEDOUT' }), 2 * prazoMs);
  try {
    await Promise.race([transporte.verify(), relogio.promise]);
    return undefined;
  } catch (error) {
    return readFalha(error).motivo;
  } finally {
    clearTimeout(fim);
    transporte.close();
  }
}
