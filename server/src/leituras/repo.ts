import type { Banco } from '../platform/db/banco.ts';

/** Bodies erased in one go: whoever writes meanwhile waits for no more than these. */
const LOTE = 200;

/** Erases the bodies of readings received before `ate`; the readings stay. */
export async function forgetRaw(db: Banco, ate: string): Promise<void> {
  for (;;) {
    const { numUpdatedRows } = await db
      .updateTable('leituras')
      .set({ bruto: null })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('leituras as velhas')
          .select('id')
          .where('bruto', 'is not', null)
          .where('recebido_em', '<', ate)
          .limit(LOTE),
      )
      .executeTakeFirstOrThrow();
    if (Number(numUpdatedRows) < LOTE) return;
  }
}
