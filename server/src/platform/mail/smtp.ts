/** Hands one message to the mail server. The library is loaded when the first one goes out. */
import type { Transporter } from 'nodemailer';
import type { ConfigCorreio } from '../../config/correio.ts';
import { readFalha } from './falha.ts';
import type { Pendente } from './repo.ts';

export interface Remessa {
  /** Ends early, with a rejection, when `sinal` says so. */
  send(mensagem: Pendente, sinal: AbortSignal): Promise<void>;
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
    // A password goes over the network under TLS alone, unless the address says otherwise.
    ...(url.protocol === 'smtp:' &&
      url.username !== '' &&
      !escolhido &&
      !ESTA_MAQUINA.test(hostname) && { requireTLS: true }),
  } as Parameters<typeof createTransport>[0]);
}

/** A mailbox by itself: a comma in it makes no second one. */
const caixa = (address: string) => ({ name: '', address });

/** Mail by SMTP (RFC 5321); TLS wherever the server offers it. */
export function createRemessa({ url, de }: ConfigCorreio): Remessa {
  let transporte: Promise<Transporter> | undefined;
  const dominio = de.split('@').at(-1)?.replace('>', '');
  return {
    async send({ id, criado_em, para, responder_a, assunto, texto }, sinal) {
      transporte ??= openTransporte(url, 10_000);
      await (await transporte).sendMail({
        from: de,
        to: caixa(para),
        ...(responder_a && { replyTo: caixa(responder_a) }),
        subject: assunto,
        text: texto,
        // The same message sent twice is the same message: clients show one.
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

/** Connects and signs in, sends nothing; answers why that failed, or undefined. */
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
