import { type Banco, inEssential } from '../platform/db/banco.ts';

export interface Ticket {
  hash: string;
  camera: string;
  conta: string;
  sid: string;
  expira_em: string;
}

declare module '../platform/db/tabelas.ts' {
  interface Tabelas {
    camera_tickets: Ticket;
  }
}

export async function insertTicket(db: Banco, ticket: Ticket): Promise<void> {
  await inEssential(db, (trx) => trx.insertInto('camera_tickets').values(ticket).execute());
}

/** Deletes a ticket: of all simultaneous requests for it, on any node, exactly one receives it. */
export const takeTicket = (db: Banco, hash: string): Promise<Ticket | undefined> =>
  inEssential(db, (trx) =>
    trx
      .deleteFrom('camera_tickets')
      .where('hash', '=', hash)
      .returning(['hash', 'camera', 'conta', 'sid', 'expira_em'])
      .executeTakeFirst(),
  );

export async function pruneTickets(db: Banco, agora: string): Promise<void> {
  await db.deleteFrom('camera_tickets').where('expira_em', '<', agora).execute();
}
