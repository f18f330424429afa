/** Pictures of readings, each in its row or in a file that its row names. */
import { randomBytes } from 'node:crypto';
import type { Queryable, Transacao } from '../platform/db/banco.ts';
import { amongValues } from '../platform/db/search.ts';

/** Where the bytes of a picture are. */
export interface FotoRow {
  id: number;
  /** null: in the row itself. */
  arquivo: string | null;
}

/** A picture of this passage, without its bytes. */
export const findFoto = (
  db: Queryable,
  passagem: number,
  imagem: number,
): Promise<FotoRow | undefined> =>
  db
    .selectFrom('imagens')
    .innerJoin('leituras', 'leituras.id', 'imagens.leitura_id')
    .select(['imagens.id', 'imagens.arquivo'])
    .where('imagens.id', '=', imagem)
    .where('leituras.passagem_id', '=', passagem)
    .executeTakeFirst();

/** The bytes of a picture that is in its row. */
export async function findBytes(db: Queryable, imagem: number): Promise<Uint8Array | undefined> {
  const linha = await db
    .selectFrom('imagens')
    .select('jpeg')
    .where('id', '=', imagem)
    .executeTakeFirst();
  return linha?.jpeg;
}

/** Which of these files a row names. */
export async function findNamed(db: Queryable, nomes: string[]): Promise<Set<string>> {
  const linhas = await db
    .selectFrom('imagens')
    .select('arquivo')
    .distinct()
    .where(amongValues('arquivo', nomes))
    .execute();
  return new Set(linhas.flatMap(({ arquivo }) => arquivo ?? []));
}

/** Up to `maximo` names of files, from a random place of all. */
export async function listSample(db: Queryable, maximo: number): Promise<string[]> {
  const read = (comparison: '>=' | '<') =>
    db
      .selectFrom('imagens')
      .select('arquivo')
      .distinct()
      .where('arquivo', comparison, inicio)
      .orderBy('arquivo')
      .limit(maximo)
      .execute();
  const inicio = randomBytes(2).toString('hex');
  const linhas = [...(await read('>=')), ...(await read('<'))].slice(0, maximo);
  return linhas.flatMap(({ arquivo }) => arquivo ?? []);
}

/** Whether any row names a file. */
export const hasArquivos = async (db: Queryable): Promise<boolean> =>
  (await listSample(db, 1)).length > 0;

/** Removes pictures by their ids or their readings, and answers the files that they named. */
export async function removeFotos(
  trx: Transacao,
  coluna: 'id' | 'leitura_id',
  valores: number[],
): Promise<string[]> {
  const linhas = await trx
    .deleteFrom('imagens')
    .where(amongValues(coluna, valores))
    .returning('arquivo')
    .execute();
  return linhas.flatMap(({ arquivo }) => arquivo ?? []);
}
