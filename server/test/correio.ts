/** Outboxes on one database, for tests: opened, abandoned as by a crash, opened again. */
import type { FastifyBaseLogger } from 'fastify';
import { type ConfigCorreio, readCorreio } from '../src/config/correio.ts';
import { type Banco, inTransaction } from '../src/platform/db/banco.ts';
import { type Correio, createCorreio, type Mensagem } from '../src/platform/mail/correio.ts';
import type { MailTransport } from '../src/platform/mail/smtp.ts';

export const MENSAGEM: Mensagem = {
  para: 'rita@exemplo.br',
  assunto: 'Redefinição de senha — ação necessária ✓',
  texto: 'Olá, Rita!\n\nhttps://unipark.exemplo.br/passwordrecovery#token=segredo-do-link\n',
};

export interface TestLog {
  log: FastifyBaseLogger;
  linhas: string[];
}

/** A log that keeps its lines. */
export function createDiario(): TestLog {
  const linhas: string[] = [];
  const say = (...partes: unknown[]) =>
    linhas.push(
      JSON.stringify(partes, (_chave, valor) =>
        valor instanceof Error ? { ...valor, message: valor.message } : valor,
      ),
    );
  return { linhas, log: { warn: say, error: say, info: say } as unknown as FastifyBaseLogger };
}

export const configOf = (url: string): ConfigCorreio =>
  readCorreio({
    SMTP_URL: url,
    MAIL_FROM: 'UNIPARK Câmpus <unipark@exemplo.br>',
  }) as ConfigCorreio;

export function openCorreio(
  db: Banco,
  url: string,
  { log = createDiario().log, remessa }: { log?: FastifyBaseLogger; remessa?: MailTransport } = {},
): Correio {
  const correio = createCorreio({ db, config: configOf(url), log, remessa });
  correio.start();
  return correio;
}

export const sendMensagem = (db: Banco, correio: Correio, mudanca: Partial<Mensagem> = {}) =>
  inTransaction(db, (trx) => correio.send(trx, { ...MENSAGEM, ...mudanca }));

export const listRows = (db: Banco) => db.selectFrom('correio').selectAll().orderBy('id').execute();

export async function waitUntil(
  ok: () => Promise<boolean> | boolean,
  prazoMs = 10_000,
): Promise<void> {
  const fim = Date.now() + prazoMs;
  while (!(await ok())) {
    if (Date.now() > fim) throw new Error('it did not come about');
    await new Promise((r) => setTimeout(r, 20));
  }
}
