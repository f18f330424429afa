import type { Banco } from '../platform/db/banco.ts';

export interface Ticket {
  hash: string;
  camera: string;
  conta: string;
  sid: string;
  expira_em: string;
}

export async function insertTicket(db: Banco, ticket: Ticket): Promise<void> {
  await db.insertInto('camera_tickets').values(ticket).execute();
}

/** Takes a ticket out: of all who ask for the same one, on any node, a single one gets it. */
export const takeTicket = (db: Banco, hash: string): Promise<Ticket | undefined> =>
  db
    .deleteFrom('camera_tickets')
    .where('hash', '=', hash)
    .returning(['hash', 'camera', 'conta', 'sid', 'expira_em'])
    .executeTakeFirst();

export async function pruneTickets(db: Banco, agora: string): Promise<void> {
  await db.deleteFrom('camera_tickets').where('expira_em', '<', agora).execute();
}
