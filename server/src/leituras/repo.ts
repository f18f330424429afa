import type { Banco } from '../platform/db/banco.ts';
import { inSlices } from '../platform/db/slices.ts';

/** Removes the bodies of readings received before `ate`; the readings stay. */
export const forgetRaw = (db: Banco, ate: string): Promise<void> =>
  inSlices(async (lote) => {
    const { numUpdatedRows } = await db
      .updateTable('leituras')
      .set({ bruto: null })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('leituras as velhas')
          .select('id')
          .where('bruto', 'is not', null)
          .where('recebido_em', '<', ate)
          .limit(lote),
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows;
  });
