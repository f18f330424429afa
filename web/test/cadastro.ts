import { createRequire } from 'node:module';
import type { TestApp } from '../../server/test/app.ts';

const servidor = createRequire(import.meta.url);
const { createFirst } = servidor(
  '../../server/test/conta.ts',
) as typeof import('../../server/test/conta.ts');
const links = servidor(
  '../../server/src/conta/links/links.ts',
) as typeof import('../../server/src/conta/links/links.ts');
const { inTransaction } = servidor(
  '../../server/src/platform/db/banco.ts',
) as typeof import('../../server/src/platform/db/banco.ts');

export { createFirst };

/** Mail is configured and goes nowhere: letters stay in the outbox, to be read there. */
export const SEM_CARTEIRO = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'UNIPARK <unipark@exemplo.br>',
};

/** Where the link of the newest letter leads, without the host. */
export async function linkDaCarta({ db }: TestApp): Promise<string> {
  const carta = await db
    .selectFrom('correio')
    .select('texto')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const caminho = /https?:\/\/[^/\s]+(\/\S*#\S+)/.exec(carta.texto)?.[1];
  if (!caminho) throw new Error(`no link in: ${carta.texto}`);
  return caminho;
}

/** The link to the first account, as a server that others reach prints it. */
export const linkDaPrimeira = ({ db }: TestApp): Promise<string> =>
  inTransaction(db, async (trx) => {
    const token = await links.createLink(trx, 'primeira-conta', null);
    return `/signup#convite=${token}`;
  });

/** An invitation, as the administration makes one. */
export async function convidar(server: TestApp, email: string): Promise<string> {
  const reply = await server.request({ method: 'POST', url: '/api/convites', payload: { email } });
  const { link } = reply.json() as { link: string | null };
  return link ? link.replace(/^https?:\/\/[^/]+/, '') : linkDaCarta(server);
}
