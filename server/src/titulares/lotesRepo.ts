/** The person's cars in acts on many vehicles, which are kept for undoing. */
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { asMatricula, type PersonTest } from './procura.ts';

/** A JSON list without the items that name the person. */
function withoutPerson(lista: string | null, isNamed: PersonTest): string | null {
  if (lista === null || !isNamed(lista)) return lista;
  const itens: unknown[] = JSON.parse(lista);
  return JSON.stringify(itens.filter((item) => !isNamed(JSON.stringify(item))));
}

/** The acts that are kept: those of a month. */
export async function listLotes(db: Banco): Promise<number[]> {
  const lotes = await db.selectFrom('lotes_veiculos').select('id').orderBy('id').execute();
  return lotes.map(({ id }) => id);
}

/** Takes the person out of an act; its counts stay. */
export async function forgetLote(trx: Transacao, id: number, isNamed: PersonTest): Promise<void> {
  const lote = await trx
    .selectFrom('lotes_veiculos')
    .select(['motivo', 'proprietario_matricula as dono', 'erro'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (lote && isNamed(lote.motivo, lote.dono && asMatricula(lote.dono), lote.erro)) {
    await trx
      .updateTable('lotes_veiculos')
      .set({ motivo: null, proprietario_matricula: null, erro: null })
      .where('id', '=', id)
      .execute();
  }
  const fatias = await trx
    .selectFrom('lotes_veiculos_fatias')
    .selectAll()
    .where('lote', '=', id)
    .execute();
  for (const { ordem, alvos, feitos, desfeitos } of fatias) {
    if (!isNamed(alvos, feitos, desfeitos)) continue;
    await trx
      .updateTable('lotes_veiculos_fatias')
      .set({
        alvos: withoutPerson(alvos, isNamed) ?? '[]',
        feitos: withoutPerson(feitos, isNamed),
        desfeitos: withoutPerson(desfeitos, isNamed),
      })
      .where('lote', '=', id)
      .where('ordem', '=', ordem)
      .execute();
  }
}
