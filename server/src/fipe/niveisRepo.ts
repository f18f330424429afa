/** Levels requested one by one: the answers, their time, and their edition. */
import { nowIso } from '../platform/clock.ts';
import type { Queryable, Transacao } from '../platform/db/banco.ts';
import { chunks } from '../platform/db/chunks.ts';
import type { FipeItem, FipeLevel } from './provedores/provedor.ts';

interface LevelAnswer {
  /** How many items were found; 0 is an answer too. */
  achados: number;
  consultado_em: string;
}

const toKey = ({ tipo, marca = '', modelo = '' }: FipeLevel) => ({ tipo, marca, modelo });

/** The answer for a level, and its time; undefined when it was never requested. */
export function findNivel(
  db: Queryable,
  edicao: number,
  nivel: FipeLevel,
): Promise<LevelAnswer | undefined> {
  const { tipo, marca, modelo } = toKey(nivel);
  return db
    .selectFrom('catalogo_niveis')
    .select(['achados', 'consultado_em'])
    .where('edicao', '=', edicao)
    .where('tipo', '=', tipo)
    .where('marca', '=', marca)
    .where('modelo', '=', modelo)
    .executeTakeFirst();
}

/** Writes that a level was requested now, and how many items it had. */
export async function saveNivel(
  trx: Transacao,
  edicao: number,
  nivel: FipeLevel,
  achados: number,
): Promise<void> {
  const consulta = { achados, consultado_em: nowIso() };
  await trx
    .insertInto('catalogo_niveis')
    .values({ edicao, ...toKey(nivel), ...consulta })
    .onConflict((c) => c.columns(['edicao', 'tipo', 'marca', 'modelo']).doUpdateSet(consulta))
    .execute();
}

/** Whether the level's make and model are in the edition. */
export async function hasParents(
  db: Queryable,
  edicao: number,
  { tipo, marca, modelo }: FipeLevel,
): Promise<boolean> {
  if (marca === undefined) return true;
  const daMarca = db
    .selectFrom('fipe_marcas')
    .select('codigo')
    .where('edicao', '=', edicao)
    .where('tipo', '=', tipo)
    .where('codigo', '=', marca);
  if (!(await daMarca.executeTakeFirst())) return false;
  if (modelo === undefined) return true;
  const doModelo = db
    .selectFrom('fipe_modelos')
    .select('codigo')
    .where('edicao', '=', edicao)
    .where('tipo', '=', tipo)
    .where('marca', '=', marca)
    .where('codigo', '=', modelo);
  return (await doModelo.executeTakeFirst()) !== undefined;
}

async function putItens(
  trx: Transacao,
  edicao: number,
  { tipo, marca, modelo }: FipeLevel,
  itens: (FipeItem & { posicao: number })[],
): Promise<void> {
  if (marca === undefined) {
    await trx
      .insertInto('fipe_marcas')
      .values(itens.map((item) => ({ edicao, tipo, ...item })))
      .onConflict((c) =>
        c.columns(['edicao', 'tipo', 'codigo']).doUpdateSet((eb) => ({
          nome: eb.ref('excluded.nome'),
          posicao: eb.ref('excluded.posicao'),
        })),
      )
      .execute();
  } else if (modelo === undefined) {
    await trx
      .insertInto('fipe_modelos')
      .values(itens.map((item) => ({ edicao, tipo, marca, ...item })))
      .onConflict((c) =>
        c.columns(['edicao', 'tipo', 'marca', 'codigo']).doUpdateSet((eb) => ({
          nome: eb.ref('excluded.nome'),
          posicao: eb.ref('excluded.posicao'),
        })),
      )
      .execute();
  } else {
    await trx
      .insertInto('fipe_anos')
      .values(itens.map((item) => ({ edicao, tipo, marca, modelo, ...item })))
      .onConflict((c) =>
        c.columns(['edicao', 'tipo', 'marca', 'modelo', 'codigo']).doUpdateSet((eb) => ({
          nome: eb.ref('excluded.nome'),
          posicao: eb.ref('excluded.posicao'),
        })),
      )
      .execute();
  }
}

async function recount(
  trx: Transacao,
  edicao: number,
  { marca, modelo }: FipeLevel,
): Promise<void> {
  const [coluna, tabela] =
    marca === undefined
      ? (['marcas', 'fipe_marcas'] as const)
      : modelo === undefined
        ? (['modelos', 'fipe_modelos'] as const)
        : (['anos', 'fipe_anos'] as const);
  const { total } = await trx
    .selectFrom(tabela)
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .where('edicao', '=', edicao)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('catalogo_edicoes')
    .set({ [coluna]: Number(total) })
    .where('id', '=', edicao)
    .execute();
}

/**
 * Writes an answer into a level: new codes are added, known ones get the new name and place, and
 * missing ones stay, because they may have levels below.
 */
export async function putNivel(
  trx: Transacao,
  edicao: number,
  nivel: FipeLevel,
  itens: FipeItem[],
): Promise<void> {
  const postos = itens.map((item, posicao) => ({ ...item, posicao }));
  for (const lote of chunks(postos)) await putItens(trx, edicao, nivel, lote);
  if (itens.length > 0) await recount(trx, edicao, nivel);
  await saveNivel(trx, edicao, nivel, itens.length);
}
