/** What went wrong with the providers: enough of it to understand a bad week, and no more. */
import type { OcorrenciaCatalogo } from '@unipark/contract/fipe';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { inTransaction } from '../platform/db/banco.ts';
import { isRecent } from './recente.ts';

const GUARDADAS = 200;
const UMA_HORA_MS = 3_600_000;

type Ocorrencia = Pick<OcorrenciaCatalogo, 'provedor' | 'motivo'>;

/** Whether the last thing heard of this provider is the same, and recent. */
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

/** Keeps an occurrence, unless it only repeats the one before it within the hour. */
export const createOcorrencia = (db: Banco, ocorrencia: Ocorrencia): Promise<void> =>
  inTransaction(db, async (trx) => {
    if (await isRepeated(trx, ocorrencia)) return;
    const { provedor, motivo } = ocorrencia;
    const { id } = await trx
      .insertInto('catalogo_ocorrencias')
      .values({ quando: new Date().toISOString(), provedor, motivo })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .deleteFrom('catalogo_ocorrencias')
      .where('id', '<=', id - GUARDADAS)
      .execute();
  });

/** The newest first. */
export const listOcorrencias = (db: Banco, limite = GUARDADAS): Promise<OcorrenciaCatalogo[]> =>
  db
    .selectFrom('catalogo_ocorrencias')
    .select(['quando', 'provedor', 'motivo'])
    .orderBy('id', 'desc')
    .limit(limite)
    .execute();
