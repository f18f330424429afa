import { sql } from 'kysely';
import { type Banco, inTransaction, type Transacao } from '../platform/db/banco.ts';
import { breathe } from '../platform/db/slices.ts';

/** Rows of an old edition removed in one transaction. */
const LOTE = 2_000;

const CHAVES = {
  fipe_anos: ['edicao', 'tipo', 'marca', 'modelo', 'codigo'],
  fipe_modelos: ['edicao', 'tipo', 'marca', 'codigo'],
  fipe_marcas: ['edicao', 'tipo', 'codigo'],
  catalogo_niveis: ['edicao', 'tipo', 'marca', 'modelo'],
};

/** Removes a slice of an edition that is not in use. False when nothing of it remains. */
async function clearSlice(trx: Transacao, edicao: number): Promise<boolean> {
  for (const [tabela, colunas] of Object.entries(CHAVES)) {
    const chave = sql.join(colunas.map((coluna) => sql.ref(coluna)));
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(tabela)} where (${chave}) in (
        select ${chave} from ${sql.table(tabela)} where edicao = ${edicao} limit ${LOTE}
      )`.execute(trx);
    if (numAffectedRows > 0n) return true;
  }
  await trx
    .deleteFrom('catalogo_edicoes')
    .where('id', '=', edicao)
    .where('situacao', '=', 'antiga')
    .execute();
  return false;
}

/** Removes the editions that are not in use, in slices, so that other writes do not wait long. */
export async function clearAntigas(db: Banco, sinal?: AbortSignal): Promise<void> {
  const antigas = await db
    .selectFrom('catalogo_edicoes')
    .select('id')
    .where('situacao', '=', 'antiga')
    .execute();
  for (const { id } of antigas) {
    while (!sinal?.aborted && (await inTransaction(db, (trx) => clearSlice(trx, id)))) {
      await breathe();
    }
  }
}
