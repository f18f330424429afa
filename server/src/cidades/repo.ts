import type { Cidade } from '@unipark/contract/cidade';
import { dobrar } from '@unipark/contract/texto';
import type { Banco, Transacao } from '../platform/db/banco.ts';

/** Rows of one insert: SQLite takes 32,766 values in a statement. */
const LOTE = 500;

interface CidadeBusca extends Cidade {
  busca: string;
}

/** Every city, by state and name. The table only changes with a release, so once is enough. */
export const listAll = (db: Banco): Promise<CidadeBusca[]> =>
  db.selectFrom('cidades').select(['nome', 'estado', 'busca']).orderBy('id').execute() as Promise<
    CidadeBusca[]
  >;

/** Fills the table anew from the committed list of IBGE's municipalities. */
export async function replaceAll(
  trx: Transacao,
  porEstado: Record<string, string[]>,
): Promise<void> {
  await trx.deleteFrom('cidades').execute();
  const linhas = Object.entries(porEstado).flatMap(([estado, nomes]) =>
    nomes.map((nome) => ({
      nome,
      estado,
      busca: ` ${dobrar(nome).replaceAll('-', ' ')} ${estado.toLowerCase()}`,
    })),
  );
  for (let i = 0; i < linhas.length; i += LOTE) {
    await trx
      .insertInto('cidades')
      .values(linhas.slice(i, i + LOTE))
      .execute();
  }
}
