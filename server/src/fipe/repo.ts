/** The options of the form: the catalogue in use. */
import type { OpcaoFipe } from '@unipark/contract/fipe';
import type { Banco } from '../platform/db/banco.ts';

const toOpcao = ({ codigo, nome }: { codigo: string; nome: string }): OpcaoFipe => ({
  Label: nome,
  Value: codigo,
});

/** The edition in use, read in the same statement, so that a swap takes effect at once. */
const inUse = (db: Banco) =>
  db.selectFrom('catalogo_edicoes').select('id').where('situacao', '=', 'ativa');

/** The makes of a type, in the table's order; [] for an unknown type. */
export async function listMarcas(db: Banco, tipo: string): Promise<OpcaoFipe[]> {
  const linhas = await db
    .selectFrom('fipe_marcas')
    .select(['codigo', 'nome'])
    .where('edicao', '=', inUse(db))
    .where('tipo', '=', tipo)
    .orderBy('posicao')
    .execute();
  return linhas.map(toOpcao);
}

export async function listModelos(db: Banco, tipo: string, marca: string): Promise<OpcaoFipe[]> {
  const linhas = await db
    .selectFrom('fipe_modelos')
    .select(['codigo', 'nome'])
    .where('edicao', '=', inUse(db))
    .where('tipo', '=', tipo)
    .where('marca', '=', marca)
    .orderBy('posicao')
    .execute();
  return linhas.map(toOpcao);
}

/** The years of a model in the table's order, the newest first. */
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
  return linhas.map(toOpcao);
}
