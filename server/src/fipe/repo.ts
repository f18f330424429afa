/** What the form may choose from: the catalogue in use. */
import type { OpcaoFipe } from '@unipark/contract/fipe';
import type { Banco } from '../platform/db/banco.ts';

const opcao = ({ codigo, nome }: { codigo: string; nome: string }): OpcaoFipe => ({
  Label: nome,
  Value: codigo,
});

/** The edition that answers: part of the question itself, so that a swap is seen at once. */
const inUse = (db: Banco) =>
  db.selectFrom('catalogo_edicoes').select('id').where('situacao', '=', 'ativa');

/** The makes of a type, in the table's order; [] for a type that is none. */
export async function listMarcas(db: Banco, tipo: string): Promise<OpcaoFipe[]> {
  const linhas = await db
    .selectFrom('fipe_marcas')
    .select(['codigo', 'nome'])
    .where('edicao', '=', inUse(db))
    .where('tipo', '=', tipo)
    .orderBy('posicao')
    .execute();
  return linhas.map(opcao);
}

/** The models of a make, in the table's order. */
export async function listModelos(db: Banco, tipo: string, marca: string): Promise<OpcaoFipe[]> {
  const linhas = await db
    .selectFrom('fipe_modelos')
    .select(['codigo', 'nome'])
    .where('edicao', '=', inUse(db))
    .where('tipo', '=', tipo)
    .where('marca', '=', marca)
    .orderBy('posicao')
    .execute();
  return linhas.map(opcao);
}

/** The years of a model, the newest first as the table has them. */
export async function listAnos(
  db: Banco,
  tipo: string,
  marca: string,
  modelo: string,
): Promise<OpcaoFipe[]> {
  const linhas = await db
    .selectFrom('fipe_anos')
    .select(['codigo', 'nome'])
    .where('edicao', '=', inUse(db))
    .where('tipo', '=', tipo)
    .where('marca', '=', marca)
    .where('modelo', '=', modelo)
    .orderBy('posicao')
    .execute();
  return linhas.map(opcao);
}
