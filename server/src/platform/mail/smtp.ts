/** Hands one message to the mail server. The library is loaded when the first one goes out. */
import type { Transporter } from 'nodemailer';
import type { Pendente } from './repo.ts';

/** Milliseconds: a mail server that hangs must not keep the rest waiting. */
const PRAZOS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export interface Remessa {
  send(mensagem: Pendente): Promise<void>;
  close(): void;
}

/** Mail by SMTP (RFC 5321); TLS wherever the server offers it. */
export function createRemessa(url: URL, de: string): Remessa {
  let transporte: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url: url.href, ...PRAZOS } as Parameters<typeof createTransport>[0]);
  };
  return {
    async send({ id, para, responder_a, assunto, texto }) {
      transporte ??= open();
      await (await transporte).sendMail({
        from: de,
        to: { name: '', address: para },
        ...(responder_a && { replyTo: { name: '', address: responder_a } }),
        subject: assunto,
        text: texto,
        // The same message sent twice is the same message: clients show one.
        messageId: `<unipark.${id}@${de.split('@')[1]?.replace('>', '') ?? 'unipark'}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    },
    close() {
      void transporte?.then((aberto) => aberto.close());
    },
  };
}
