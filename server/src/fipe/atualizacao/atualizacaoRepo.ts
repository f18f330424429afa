/** Filling an edition: requested levels, and rows taken over from the old edition. */
import { TIPOS, type TipoVeiculo } from '@unipark/contract/veiculo';
import type { Queryable, Transacao } from '../../platform/db/banco.ts';
import { countByTipo } from '../edicoesRepo.ts';

export const TIPOS_FIPE = Object.keys(TIPOS) as TipoVeiculo[];

export const listAsked = (db: Queryable, edicao: number) =>
  db
    .selectFrom('catalogo_niveis')
    .select(['tipo', 'marca'])
    .where('edicao', '=', edicao)
    .where('modelo', '=', '')
    .execute();

/** Levels requested, and known levels in total: the makes of each type, the models of each make. */
export async function readProgress(
  db: Queryable,
  edicao: number,
): Promise<{ feitos: number; total: number }> {
  const marcas = await countByTipo(db, edicao, 'fipe_marcas');
  const total = [...marcas.values()].reduce((soma, outra) => soma + outra, TIPOS_FIPE.length);
  return { feitos: (await listAsked(db, edicao)).length, total };
}

interface InheritedYears {
  de: number;
  para: number;
  tipo: string;
  marca: string;
}

export async function inheritModelos(trx: Transacao, heranca: InheritedYears): Promise<void> {
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
const selectCommon = (trx: Transacao, { de, para, tipo, marca }: InheritedYears) =>
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

/** Copies the years of a make's models that are the same in both editions. */
export async function inheritAnos(trx: Transacao, heranca: InheritedYears): Promise<void> {
  const { para } = heranca;
  await trx
    .insertInto('fipe_anos')
    .columns(['edicao', 'tipo', 'marca', 'modelo', 'codigo', 'nome', 'posicao'])
    .expression(
      selectCommon(trx, heranca)
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
  // Requests with results stay marked; those without may be repeated for the new edition.
  await trx
    .insertInto('catalogo_niveis')
    .columns(['edicao', 'tipo', 'marca', 'modelo', 'achados', 'consultado_em'])
    .expression(
      selectCommon(trx, heranca)
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

/** Makes whose years were requested since an instant, one model at a time. */
export const listMarcasAsked = (db: Queryable, edicao: number, desde: string) =>
  db
    .selectFrom('catalogo_niveis')
    .select(['tipo', 'marca'])
    .distinct()
    .where('edicao', '=', edicao)
    .where('modelo', '<>', '')
    .where('consultado_em', '>=', desde)
    .execute();

/** Models whose years were not requested since `desde`: first those without any year. */
export const listWithoutAnos = (db: Queryable, edicao: number, desde: string) =>
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
