import type { Banco } from '../platform/db/banco.ts';

/** Erases the bodies of readings received before `ate`; the readings stay. */
export async function forgetRaw(db: Banco, ate: string): Promise<void> {
  await db
    .updateTable('leituras')
    .set({ bruto: null })
    .where('bruto', 'is not', null)
    .where('recebido_em', '<', ate)
    .execute();
}
