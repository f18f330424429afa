/** The person's cars in acts on many vehicles, which are kept for undoing. */
import type { Transacao } from '../platform/db/banco.ts';
import type { PersonTest } from './procura.ts';

/** A JSON list without the items that name the person. */
function withoutPerson(lista: string | null, isNamed: PersonTest): string | null {
  if (lista === null || !isNamed(lista)) return lista;
  const itens: unknown[] = JSON.parse(lista);
  return JSON.stringify(itens.filter((item) => !isNamed(JSON.stringify(item))));
}

/** Takes the person out of all such acts; their counts stay. They are kept for a month. */
export async function forgetLotes(trx: Transacao, isNamed: PersonTest): Promise<void> {
  const lotes = await trx
    .selectFrom('lotes_veiculos')
    .select(['id', 'motivo', 'proprietario_matricula as dono', 'erro'])
    .execute();
  for (const { id, motivo, dono, erro } of lotes) {
    if (!isNamed(motivo, dono && `"${dono}"`, erro)) continue;
    await trx
      .updateTable('lotes_veiculos')
      .set({ motivo: null, proprietario_matricula: null, erro: null })
      .where('id', '=', id)
      .execute();
  }
  const fatias = await trx.selectFrom('lotes_veiculos_fatias').selectAll().execute();
  for (const { lote, ordem, alvos, feitos, desfeitos } of fatias) {
    if (!isNamed(alvos, feitos, desfeitos)) continue;
    await trx
      .updateTable('lotes_veiculos_fatias')
      .set({
        alvos: withoutPerson(alvos, isNamed) ?? '[]',
        feitos: withoutPerson(feitos, isNamed),
        desfeitos: withoutPerson(desfeitos, isNamed),
      })
      .where('lote', '=', lote)
      .where('ordem', '=', ordem)
      .execute();
  }
}
