/** Levels that providers were asked for one by one: what they answered, when, and into which edition. */
import type { Banco, Transacao } from '../platform/db/banco.ts';
import { chunks } from '../platform/db/chunks.ts';
import type { Item, Nivel } from './provedores/provedor.ts';

type Leitor = Banco | Transacao;

interface Consulta {
  /** How many items were found; 0 is an answer as well. */
  achados: number;
  consultado_em: string;
}

const chaveDe = ({ tipo, marca = '', modelo = '' }: Nivel) => ({ tipo, marca, modelo });

/** What was answered for a level, and when; undefined: nobody was asked. */
export function findNivel(db: Leitor, edicao: number, nivel: Nivel): Promise<Consulta | undefined> {
  const { tipo, marca, modelo } = chaveDe(nivel);
  return db
    .selectFrom('catalogo_niveis')
    .select(['achados', 'consultado_em'])
    .where('edicao', '=', edicao)
    .where('tipo', '=', tipo)
    .where('marca', '=', marca)
    .where('modelo', '=', modelo)
    .executeTakeFirst();
}

/** Remembers that a level was asked for just now, and how much was found there. */
export async function saveNivel(
  trx: Transacao,
  edicao: number,
  nivel: Nivel,
  achados: number,
): Promise<void> {
  const consulta = { achados, consultado_em: new Date().toISOString() };
  await trx
    .insertInto('catalogo_niveis')
    .values({ edicao, ...chaveDe(nivel), ...consulta })
    .onConflict((c) => c.columns(['edicao', 'tipo', 'marca', 'modelo']).doUpdateSet(consulta))
    .execute();
}

/** Whether the make and the model that a level stands below are in the edition. */
export async function hasParents(
  db: Leitor,
  edicao: number,
  { tipo, marca, modelo }: Nivel,
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
  { tipo, marca, modelo }: Nivel,
  itens: (Item & { posicao: number })[],
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

/** Says again how much an edition holds, after a level of it has grown. */
async function recount(trx: Transacao, edicao: number, { marca, modelo }: Nivel): Promise<void> {
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
 * Puts what was answered into a level: new codes come in, known ones take the new name and place,
 * and what the answer lacks stays, for there may be something below it.
 */
export async function putNivel(
  trx: Transacao,
  edicao: number,
  nivel: Nivel,
  itens: Item[],
): Promise<void> {
  const postos = itens.map((item, posicao) => ({ ...item, posicao }));
  for (const lote of chunks(postos)) await putItens(trx, edicao, nivel, lote);
  if (itens.length > 0) await recount(trx, edicao, nivel);
  await saveNivel(trx, edicao, nivel, itens.length);
}
