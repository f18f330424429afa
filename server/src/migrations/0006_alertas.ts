/** Why a passage raised no alarm, and statuses in one spelling. */
import { foldStatusText, normalizeStatus } from '@unipark/contract/veiculo';
import { type Kysely, sql } from 'kysely';

/** 'PROÍBIDO' was counted as PROIBIDO but raised no alarm: a known word gets one spelling. */
async function foldStatus(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ status: string }>`
    select distinct status from veiculos union select distinct status from passagens`.execute(db);
  for (const { status } of rows) {
    const certo = normalizeStatus(status);
    const ordem = foldStatusText(status);
    await sql`update veiculos set status = ${certo}, status_ordem = ${ordem}
      where status = ${status} and (status <> ${certo} or status_ordem <> ${ordem})`.execute(db);
    if (certo === status) continue;
    await sql`update passagens set status = ${certo} where status = ${status}`.execute(db);
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('passagens').addColumn('sem_alerta', 'text').execute();
  await foldStatus(db);
}
