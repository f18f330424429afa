/** Failures of the providers: enough of them to understand a bad week. */
import type { OcorrenciaCatalogo } from '@unipark/contract/fipe';
import { isRecent, nowIso } from '../platform/clock.ts';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { inTransaction } from '../platform/db/banco.ts';

const GUARDADAS = 200;
const UMA_HORA_MS = 3_600_000;

type Ocorrencia = Pick<OcorrenciaCatalogo, 'provedor' | 'motivo'>;

/** Whether the last occurrence of this provider is recent and the same. */
async function isRepeated(trx: Transacao, { provedor, motivo }: Ocorrencia): Promise<boolean> {
  const ultima = await trx
    .selectFrom('catalogo_ocorrencias')
    .select(['motivo', 'quando'])
    .where('provedor', provedor === null ? 'is' : '=', provedor)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return ultima?.motivo === motivo && isRecent(ultima.quando, UMA_HORA_MS);
}

/** Writes an occurrence, unless it repeats the previous one within the hour. */
export const createOcorrencia = (db: Banco, ocorrencia: Ocorrencia): Promise<void> =>
  inTransaction(db, async (trx) => {
    if (await isRepeated(trx, ocorrencia)) return;
    const { provedor, motivo } = ocorrencia;
    const { id } = await trx
      .insertInto('catalogo_ocorrencias')
      .values({ quando: nowIso(), provedor, motivo })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .deleteFrom('catalogo_ocorrencias')
      .where('id', '<=', id - GUARDADAS)
      .execute();
  });

export const listOcorrencias = (db: Banco, limite = GUARDADAS): Promise<OcorrenciaCatalogo[]> =>
  db
    .selectFrom('catalogo_ocorrencias')
    .select(['quando', 'provedor', 'motivo'])
    .orderBy('id', 'desc')
    .limit(limite)
    .execute();
