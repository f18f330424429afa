import { type Cidade, UFS } from '@unipark/contract/cidade';
import { foldText } from '@unipark/contract/texto';
import type { Generated } from 'kysely';
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { chunks } from '../platform/db/chunks.ts';

interface CidadeBusca extends Cidade {
  busca: string;
}

declare module '../platform/db/tabelas.ts' {
  interface Tabelas {
    cidades: CidadeBusca & { id: Generated<number> };
  }
}

/** Every city, by state and name. The table changes only with a release, so one read is enough. */
export const listAll = (db: Banco): Promise<CidadeBusca[]> =>
  db.selectFrom('cidades').select(['nome', 'estado', 'busca']).orderBy('id').execute();

export async function replaceAll(
  trx: Transacao,
  porEstado: Partial<Record<Cidade['estado'], string[]>>,
): Promise<void> {
  await trx.deleteFrom('cidades').execute();
  const linhas = UFS.flatMap((estado) =>
    (porEstado[estado] ?? []).map((nome) => ({
      nome,
      estado,
      busca: ` ${foldText(nome).replaceAll('-', ' ')} ${estado.toLowerCase()}`,
    })),
  );
  for (const lote of chunks(linhas)) await trx.insertInto('cidades').values(lote).execute();
}
