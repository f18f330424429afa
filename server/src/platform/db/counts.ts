/**
 * Row counts that the database keeps, because counting a hundred thousand rows is slow: of a table,
 * and of the vehicles by every combination of their filters. Triggers keep them, so that no writer
 * can forget it.
 */
import type { Kysely } from 'kysely';
import type { Banco } from './banco.ts';
import { compileEach, compileOnce } from './compiled.ts';
import { rowTriggerSql } from './triggers.ts';

/** The tables that triggers fill: their rows follow from those of other tables. */
export const TABELAS_CONTADAS = ['contagens', 'veiculos_facetas'];

type CountedTable = 'proprietarios' | 'veiculos';

const readTotal = compileOnce((db, { tabela }: { tabela: CountedTable }) =>
  db.selectFrom('contagens').select('total').where('tabela', '=', tabela),
);

/** How many rows a table has. */
export async function totalOf(db: Banco, tabela: CountedTable): Promise<number> {
  const [linha] = await readTotal(db, { tabela });
  return Number(linha?.total ?? 0);
}

/** The columns of `veiculos_facetas`; `dono` is 'com' or 'sem', an absent `tipo` is ''. */
export const FACETAS = ['status_ordem', 'tipo', 'cor_ordem', 'dono'] as const;

type FacetValues = Record<(typeof FACETAS)[number], string>;

const sumFacets = compileEach((db, nomes, valores: FacetValues) => {
  let consulta = db
    .selectFrom('veiculos_facetas')
    .select((eb) => eb.fn.sum<number | null>('total').as('total'));
  for (const nome of nomes) consulta = consulta.where(nome, '=', valores[nome]);
  return consulta;
});

/** How many vehicles have these values. A campus has a few hundred combinations. */
export async function countFacets(db: Banco, filtro: Partial<FacetValues>): Promise<number> {
  const nomes = FACETAS.filter((nome) => filtro[nome] !== undefined);
  const [linha] = await sumFacets(db, nomes, filtro as FacetValues);
  return Number(linha?.total ?? 0);
}

/** Triggers that keep the row count of a table. For migrations. */
export const rowCountSql = (db: Kysely<unknown>, tabela: string): string[] =>
  [
    ['insert', '+'],
    ['delete', '-'],
  ].flatMap(([ato, sinal]) =>
    rowTriggerSql(db, {
      nome: `${tabela}_contagem_${ato}`,
      quando: `${ato} on ${tabela}`,
      corpo: `update contagens set total = total ${sinal} 1 where tabela = '${tabela}';`,
    }),
  );

/** Triggers that keep `veiculos_facetas`. For migrations. */
export function facetCountSql(db: Kysely<unknown>): string[] {
  const valuesOf = (linha: 'new' | 'old'): string[] => [
    `${linha}.status_ordem`,
    `coalesce(${linha}.tipo, '')`,
    `${linha}.cor_ordem`,
    `case when ${linha}.proprietario_matricula is null then 'sem' else 'com' end`,
  ];
  const doOld = valuesOf('old')
    .map((valor, i) => `${FACETAS[i]} = ${valor}`)
    .join(' and ');
  const soma = `insert into veiculos_facetas (${FACETAS.join(', ')}, total)
    values (${valuesOf('new').join(', ')}, 1)
    on conflict (${FACETAS.join(', ')}) do update set total = veiculos_facetas.total + 1;`;
  const tira = `update veiculos_facetas set total = total - 1 where ${doOld};
    delete from veiculos_facetas where ${doOld} and total = 0;`;
  const mudou = valuesOf('new')
    .map((valor, i) => `${valor} <> ${valuesOf('old')[i]}`)
    .join(' or ');
  const on = (ato: string, corpo: string, se?: string): string[] =>
    rowTriggerSql(db, {
      nome: `veiculos_facetas_${ato}`,
      quando: `${ato} on veiculos`,
      corpo,
      ...(se && { se }),
    });
  return [...on('insert', soma), ...on('delete', tira), ...on('update', `${tira} ${soma}`, mudou)];
}
