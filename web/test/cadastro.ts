import { createRequire } from 'node:module';
import type { TestApp } from '../../server/test/app.ts';

const requireServer = createRequire(import.meta.url);
const { createFirst } = requireServer(
  '../../server/test/conta.ts',
) as typeof import('../../server/test/conta.ts');
const links = requireServer(
  '../../server/src/conta/links/links.ts',
) as typeof import('../../server/src/conta/links/links.ts');
const { inTransaction } = requireServer(
  '../../server/src/platform/db/banco.ts',
) as typeof import('../../server/src/platform/db/banco.ts');

export { createFirst };

/** Mail is configured and not delivered: letters stay in the outbox, where the test reads them. */
export const SEM_CARTEIRO = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'UNIPARK <unipark@exemplo.br>',
};

export async function getLinkOfCarta({ db }: TestApp): Promise<string> {
  const carta = await db
    .selectFrom('correio')
    .select('texto')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const caminho = /https?:\/\/[^/\s]+(\/\S*#\S+)/.exec(carta.texto)?.[1];
  if (!caminho) throw new Error(`no link in: ${carta.texto}`);
  return caminho;
}

/** The link to the first account, as an exposed server prints it. */
export const createFirstLink = ({ db }: TestApp): Promise<string> =>
  inTransaction(db, async (trx) => {
    const token = await links.createLink(trx, 'primeira-conta', null);
    return `/signup#convite=${token}`;
  });

export async function invite(server: TestApp, email: string): Promise<string> {
  const reply = await server.request({ method: 'POST', url: '/api/convites', payload: { email } });
  const { link } = reply.json() as { link: string | null };
  return link ? link.replace(/^https?:\/\/[^/]+/, '') : getLinkOfCarta(server);
}
