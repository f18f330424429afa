/** Imports, the pieces of their files, and the choices of columns that are remembered. */
import {
  FASES_OCUPADAS,
  type FaseImportacao,
  type FeitosImportacao,
  type TipoImportacao,
} from '@unipark/contract/importacao';
import type { Selectable, Updateable } from 'kysely';
import { nowIso } from '../platform/clock.ts';
import { type Banco, inTransaction, type Queryable, type Transacao } from '../platform/db/banco.ts';
import { erasing } from '../platform/db/erase.ts';
import { breathe, inSlices } from '../platform/db/slices.ts';
import type { TabelaImportacoes } from '../platform/db/tabelasImportacao.ts';

export type ImportRow = Selectable<TabelaImportacoes>;

export const SEM_FEITOS: FeitosImportacao = {
  criadas: 0,
  alteradas: 0,
  iguais: 0,
  ignoradas: 0,
  recusadas: 0,
};
export const SEM_LINHAS = { nova: 0, altera: 0, igual: 0, erro: 0 };

/** The phases that wait for the person, besides those in which the server works. */
const ABERTAS: FaseImportacao[] = [...FASES_OCUPADAS, 'colunas', 'previa'];

export async function create(
  trx: Transacao,
  nova: Pick<ImportRow, 'tipo' | 'nome' | 'conta' | 'autor'> & Partial<Pick<ImportRow, 'parte'>>,
): Promise<number> {
  const agora = nowIso();
  const { id } = await trx
    .insertInto('importacoes')
    .values({
      ...nova,
      bytes: 0,
      fase: 'recebendo',
      colunas: '[]',
      avisos: '[]',
      existentes: 'atualizar',
      apagar_vazias: 0,
      linhas: 0,
      contagem: JSON.stringify(SEM_LINHAS),
      feitos: 0,
      ponto: 0,
      pedida_em: agora,
      resultado: JSON.stringify(SEM_FEITOS),
      desfeitas: 0,
      mantidas: 0,
      criada_em: agora,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const find = (db: Queryable, id: number): Promise<ImportRow | undefined> =>
  db.selectFrom('importacoes').selectAll().where('id', '=', id).executeTakeFirst();

/** The newest imports, those that wait for a person first; of one account when it is given. */
export function list(db: Queryable, conta: string | undefined): Promise<ImportRow[]> {
  const todas = db.selectFrom('importacoes').selectAll().where('fase', '<>', 'recebendo');
  return (conta === undefined ? todas : todas.where('conta', '=', conta))
    .orderBy((eb) =>
      eb
        .case()
        .when(eb.and([eb('fase', '=', 'previa'), eb('espera', 'is not', null)]))
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy('id', 'desc')
    .limit(20)
    .execute();
}

export async function update(
  trx: Transacao,
  id: number,
  campos: Updateable<TabelaImportacoes>,
): Promise<void> {
  await trx.updateTable('importacoes').set(campos).where('id', '=', id).execute();
}

/** How many of an account are open, and in how many the server works. */
export async function countOpen(db: Queryable, conta: string) {
  const linhas = await db
    .selectFrom('importacoes')
    .select('fase')
    .where('conta', '=', conta)
    .where('fase', 'in', ABERTAS)
    .execute();
  const ocupadas = linhas.filter(({ fase }) => FASES_OCUPADAS.includes(fase)).length;
  return { abertas: linhas.length, ocupadas };
}

/** The next import in one of these phases: the one that was requested first. */
export const findPending = (
  db: Queryable,
  fases: readonly FaseImportacao[],
): Promise<ImportRow | undefined> =>
  db
    .selectFrom('importacoes')
    .selectAll()
    .where('fase', 'in', fases)
    .orderBy('pedida_em')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** How many imports in these phases were requested before this one. */
export async function countAhead(
  db: Queryable,
  { id, pedida_em }: Pick<ImportRow, 'id' | 'pedida_em'>,
  fases: readonly FaseImportacao[],
): Promise<number> {
  const antes = await db
    .selectFrom('importacoes')
    .select('id')
    .where('fase', 'in', fases)
    .where((eb) =>
      eb.or([
        eb('pedida_em', '<', pedida_em),
        eb.and([eb('pedida_em', '=', pedida_em), eb('id', '<', id)]),
      ]),
    )
    .limit(100)
    .execute();
  return antes.length;
}

export async function insertPedaco(
  trx: Transacao,
  importacao: number,
  ordem: number,
  bytes: Uint8Array,
): Promise<void> {
  await trx.insertInto('importacao_pedacos').values({ importacao, ordem, bytes }).execute();
}

/** The file, a piece at a time. */
export async function* readPedacos(db: Banco, importacao: number): AsyncGenerator<Uint8Array> {
  for (let ordem = 0; ; ordem += 1) {
    const pedaco = await db
      .selectFrom('importacao_pedacos')
      .select('bytes')
      .where('importacao', '=', importacao)
      .where('ordem', '=', ordem)
      .executeTakeFirst();
    if (!pedaco) return;
    yield pedaco.bytes;
  }
}

/** Pieces overwritten in one transaction: a megabyte. */
const PEDACOS = 4;

/** Deletes the file, which its rows replace, without a trace: it names many people. */
export async function removePedacos(db: Banco, importacao: number): Promise<void> {
  const removeFew = async (trx: Transacao): Promise<number> => {
    const { numDeletedRows } = await trx
      .deleteFrom('importacao_pedacos')
      .where('importacao', '=', importacao)
      .where('ordem', 'in', (eb) =>
        eb
          .selectFrom('importacao_pedacos as velhos')
          .select('ordem')
          .where('importacao', '=', importacao)
          .limit(PEDACOS),
      )
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  };
  while ((await inTransaction(db, (trx) => erasing(trx, () => removeFew(trx)))) > 0) {
    await breathe();
  }
}

/** Of one hour; the next one takes the rest. */
const LEFTOVERS = 50;

/** Some imports that were read and still have their file: the process ended before it deleted it. */
export async function listWithLeftovers(db: Banco): Promise<number[]> {
  const linhas = await db
    .selectFrom('importacoes')
    .select('id')
    .where('fase', 'not in', ['recebendo', 'lendo'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('importacao_pedacos')
          .select('ordem')
          .whereRef('importacao_pedacos.importacao', '=', 'importacoes.id'),
      ),
    )
    .limit(LEFTOVERS)
    .execute();
  return linhas.map(({ id }) => id);
}

/** Deletes the rows of an import, a few at a time. */
export async function removeLinhas(db: Banco, importacao: number): Promise<void> {
  await inSlices(async (lote) => {
    const { numDeletedRows } = await db
      .deleteFrom('importacao_linhas')
      .where('importacao', '=', importacao)
      .where('linha', 'in', (eb) =>
        eb
          .selectFrom('importacao_linhas as velhas')
          .select('linha')
          .where('importacao', '=', importacao)
          .limit(lote),
      )
      .executeTakeFirstOrThrow();
    return numDeletedRows;
  });
}

/** Deletes an import with its file and rows. */
export async function remove(db: Banco, id: number): Promise<void> {
  await removePedacos(db, id);
  await removeLinhas(db, id);
  await db.deleteFrom('importacoes').where('id', '=', id).execute();
}

/**
 * Imports of before an instant in which the server does not work, and uploads that broke. What a
 * synchronisation left to an administrator stays until it is decided.
 */
export async function listOld(db: Banco, antes: string, quebradas: string): Promise<number[]> {
  const linhas = await db
    .selectFrom('importacoes')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([
          eb('criada_em', '<', antes),
          eb('fase', 'not in', FASES_OCUPADAS),
          eb.or([eb('parte', 'is', null), eb('fase', 'not in', ['previa', 'interrompida'])]),
        ]),
        eb.and([eb('criada_em', '<', quebradas), eb('fase', '=', 'recebendo')]),
      ]),
    )
    .execute();
  return linhas.map(({ id }) => id);
}

interface ColumnChoice {
  conta: string;
  tipo: TipoImportacao;
  titulos: string;
}

export async function findChoice(
  db: Queryable,
  { conta, tipo, titulos }: ColumnChoice,
): Promise<(string | null)[] | undefined> {
  const escolha = await db
    .selectFrom('importacao_colunas')
    .select('campos')
    .where('conta', '=', conta)
    .where('tipo', '=', tipo)
    .where('titulos', '=', titulos)
    .executeTakeFirst();
  return escolha && (JSON.parse(escolha.campos) as (string | null)[]);
}

export async function saveChoice(
  trx: Transacao,
  escolha: ColumnChoice,
  campos: (string | null)[],
): Promise<void> {
  const valores = { campos: JSON.stringify(campos), usada_em: nowIso() };
  await trx
    .insertInto('importacao_colunas')
    .values({ ...escolha, ...valores })
    .onConflict((oc) => oc.columns(['conta', 'tipo', 'titulos']).doUpdateSet(valores))
    .execute();
}

/** Forgets choices that were not used since an instant. */
export async function removeChoices(db: Banco, antes: string): Promise<void> {
  await db.deleteFrom('importacao_colunas').where('usada_em', '<', antes).execute();
}
