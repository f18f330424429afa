/**
 * Row counts that the database keeps, because counting a hundred thousand rows is slow: of a table,
 * and of the vehicles by every combination of their filters. Triggers keep them, so that no writer
 * can forget it.
 */
import type { Banco } from './banco.ts';
import { compileOnce } from './compiled.ts';

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

export type FacetFilter = Partial<Record<(typeof FACETAS)[number], string>>;

/** How many vehicles have these values. A campus has a few hundred combinations. */
export async function countFacets(db: Banco, filtro: FacetFilter): Promise<number> {
  let consulta = db
    .selectFrom('veiculos_facetas')
    .select((eb) => eb.fn.sum<number | null>('total').as('total'));
  for (const nome of FACETAS) {
    const valor = filtro[nome];
    if (valor !== undefined) consulta = consulta.where(nome, '=', valor);
  }
  const { total } = await consulta.executeTakeFirstOrThrow();
  return Number(total ?? 0);
}

/** Triggers that keep the row count of a table. For migrations. */
export const rowCountSql = (tabela: string): string[] =>
  [
    ['insert', '+'],
    ['delete', '-'],
  ].map(
    ([ato, sinal]) =>
      `create trigger ${tabela}_contagem_${ato} after ${ato} on ${tabela} begin
        update contagens set total = total ${sinal} 1 where tabela = '${tabela}'; end`,
  );

/** Triggers that keep `veiculos_facetas`. For migrations. */
export function facetCountSql(): string[] {
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
    on conflict (${FACETAS.join(', ')}) do update set total = total + 1;`;
  const tira = `update veiculos_facetas set total = total - 1 where ${doOld};
    delete from veiculos_facetas where ${doOld} and total = 0;`;
  const mudou = valuesOf('new')
    .map((valor, i) => `${valor} <> ${valuesOf('old')[i]}`)
    .join(' or ');
  const on = (nome: string, quando: string, corpo: string): string =>
    `create trigger veiculos_facetas_${nome} after ${quando} begin ${corpo} end`;
  return [
    on('insert', 'insert on veiculos', soma),
    on('delete', 'delete on veiculos', tira),
    on('update', `update on veiculos when ${mudou}`, `${tira} ${soma}`),
  ];
}
