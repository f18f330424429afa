/** Filling an edition from the providers: what was asked, what is inherited, what is cleared. */
import { sql } from 'kysely';
import type { Banco, Transacao } from '../../platform/db/banco.ts';

type Leitor = Banco | Transacao;

/** Says of which month an edition is, once a provider has named it. */
export async function setReferencia(trx: Transacao, edicao: number, mes: string): Promise<void> {
  await trx
    .updateTable('catalogo_edicoes')
    .set({ referencia: mes })
    .where('id', '=', edicao)
    .execute();
}

/** Types and makes of an edition that were asked already. */
export const listAsked = (db: Leitor, edicao: number) =>
  db
    .selectFrom('catalogo_niveis')
    .select(['tipo', 'marca'])
    .where('edicao', '=', edicao)
    .where('modelo', '=', '')
    .execute();

interface Heranca {
  de: number;
  para: number;
  tipo: string;
  marca: string;
}

/** The models of a make as another edition has them. */
export async function inheritModelos(trx: Transacao, heranca: Heranca): Promise<void> {
  const { de, para, tipo, marca } = heranca;
  await trx
    .insertInto('fipe_modelos')
    .columns(['edicao', 'tipo', 'marca', 'codigo', 'nome', 'posicao'])
    .expression((eb) =>
      eb
        .selectFrom('fipe_modelos')
        .select((e) => e.val(para).as('edicao'))
        .select(['tipo', 'marca', 'codigo', 'nome', 'posicao'])
        .where('edicao', '=', de)
        .where('tipo', '=', tipo)
        .where('marca', '=', marca),
    )
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Models of a make that both editions have under one code and one name: the same car. */
const comuns = (trx: Transacao, { de, para, tipo, marca }: Heranca) =>
  trx
    .selectFrom('fipe_modelos as velho')
    .innerJoin('fipe_modelos as novo', (j) =>
      j
        .on('novo.edicao', '=', para)
        .onRef('novo.tipo', '=', 'velho.tipo')
        .onRef('novo.marca', '=', 'velho.marca')
        .onRef('novo.codigo', '=', 'velho.codigo')
        .onRef('novo.nome', '=', 'velho.nome'),
    )
    .where('velho.edicao', '=', de)
    .where('velho.tipo', '=', tipo)
    .where('velho.marca', '=', marca);

/** The years of a make's models that are the same in both editions. */
export async function inheritAnos(trx: Transacao, heranca: Heranca): Promise<void> {
  const { para } = heranca;
  await trx
    .insertInto('fipe_anos')
    .columns(['edicao', 'tipo', 'marca', 'modelo', 'codigo', 'nome', 'posicao'])
    .expression(
      comuns(trx, heranca)
        .innerJoin('fipe_anos as a', (j) =>
          j
            .onRef('a.edicao', '=', 'velho.edicao')
            .onRef('a.tipo', '=', 'velho.tipo')
            .onRef('a.marca', '=', 'velho.marca')
            .onRef('a.modelo', '=', 'velho.codigo'),
        )
        .select((e) => e.val(para).as('edicao'))
        .select(['a.tipo', 'a.marca', 'a.modelo', 'a.codigo', 'a.nome', 'a.posicao']),
    )
    .onConflict((c) => c.doNothing())
    .execute();
  // What was asked and found stays asked; where nothing was found, the new edition may ask again.
  await trx
    .insertInto('catalogo_niveis')
    .columns(['edicao', 'tipo', 'marca', 'modelo', 'achados', 'consultado_em'])
    .expression(
      comuns(trx, heranca)
        .innerJoin('catalogo_niveis as n', (j) =>
          j
            .onRef('n.edicao', '=', 'velho.edicao')
            .onRef('n.tipo', '=', 'velho.tipo')
            .onRef('n.marca', '=', 'velho.marca')
            .onRef('n.modelo', '=', 'velho.codigo')
            .on('n.achados', '>', 0),
        )
        .select((e) => e.val(para).as('edicao'))
        .select(['n.tipo', 'n.marca', 'n.modelo', 'n.achados', 'n.consultado_em']),
    )
    .onConflict((c) => c.doNothing())
    .execute();
}

/** Makes of which years were asked for since an instant, one model at a time. */
export const listMarcasAsked = (db: Leitor, edicao: number, desde: string) =>
  db
    .selectFrom('catalogo_niveis')
    .select(['tipo', 'marca'])
    .distinct()
    .where('edicao', '=', edicao)
    .where('modelo', '<>', '')
    .where('consultado_em', '>=', desde)
    .execute();

/** Models whose years were not asked since `desde`: first those of which none is known. */
export const listSemAnos = (db: Leitor, edicao: number, desde: string) =>
  db
    .selectFrom('fipe_modelos as m')
    .leftJoin('catalogo_niveis as n', (j) =>
      j
        .onRef('n.edicao', '=', 'm.edicao')
        .onRef('n.tipo', '=', 'm.tipo')
        .onRef('n.marca', '=', 'm.marca')
        .onRef('n.modelo', '=', 'm.codigo'),
    )
    .select(['m.tipo', 'm.marca', 'm.codigo as modelo'])
    .where('m.edicao', '=', edicao)
    .where((eb) => eb.or([eb('n.consultado_em', 'is', null), eb('n.consultado_em', '<', desde)]))
    .orderBy((eb) =>
      eb.exists(
        eb
          .selectFrom('fipe_anos as a')
          .select('a.edicao')
          .whereRef('a.edicao', '=', 'm.edicao')
          .whereRef('a.tipo', '=', 'm.tipo')
          .whereRef('a.marca', '=', 'm.marca')
          .whereRef('a.modelo', '=', 'm.codigo'),
      ),
    )
    .orderBy('m.tipo')
    .orderBy('m.marca')
    .orderBy('m.posicao')
    .execute();

/** Rows of an old edition that go in one transaction. */
const LOTE = 2_000;

const CHAVES = {
  fipe_anos: ['edicao', 'tipo', 'marca', 'modelo', 'codigo'],
  fipe_modelos: ['edicao', 'tipo', 'marca', 'codigo'],
  fipe_marcas: ['edicao', 'tipo', 'codigo'],
  catalogo_niveis: ['edicao', 'tipo', 'marca', 'modelo'],
};

/** Takes a slice of an edition that is in use no longer away. False: nothing of it is left. */
export async function clearSlice(trx: Transacao, edicao: number): Promise<boolean> {
  for (const [tabela, colunas] of Object.entries(CHAVES)) {
    const chave = sql.join(colunas.map((coluna) => sql.ref(coluna)));
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(tabela)} where (${chave}) in (
        select ${chave} from ${sql.table(tabela)} where edicao = ${edicao} limit ${LOTE}
      )`.execute(trx);
    if (numAffectedRows > 0n) return true;
  }
  await trx
    .deleteFrom('catalogo_edicoes')
    .where('id', '=', edicao)
    .where('situacao', '=', 'antiga')
    .execute();
  return false;
}

/** Editions that nobody reads any more. */
export const listAntigas = (db: Leitor) =>
  db.selectFrom('catalogo_edicoes').select('id').where('situacao', '=', 'antiga').execute();
