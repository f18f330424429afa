/**
 * How many passages each car has in a month of São Paulo, and in each direction: what a report of long
 * periods reads in the place of millions of passages. It names cars, so triggers make it follow the passages in all that
 * happens to them, their deletion and their anonymising included. Tests do not count.
 */
import type { Kysely } from 'kysely';
import { rowTriggerSql } from './triggers.ts';

/** The trigger of new passages. It rests while `db move` copies the kept table with the passages. */
export const MESES_NOVAS = { tabela: 'passagens', nome: 'passagens_meses_insert' };

/** The month before, of the two digits of a month. */
const MES_ANTES = Array.from({ length: 11 }, (_, i) =>
  [i + 2, i + 1].map((mes) => String(mes).padStart(2, '0')),
);

/**
 * '2026-03' of an instant: São Paulo is at UTC−3 all year since Decreto 9.772/2019, so the first three
 * hours (UTC) of a month are of the one before. Of texts alone: both databases spell dates differently,
 * and an upgrade must not fail at a text that is no date.
 */
const monthOf = (instante: string): string => {
  const antes = MES_ANTES.map(
    ([mes, anterior]) => `when '${mes}' then substr(${instante}, 1, 5) || '${anterior}'`,
  ).join(' ');
  return `case when substr(${instante}, 9, 5) >= '01T03' then substr(${instante}, 1, 7)
    else case substr(${instante}, 6, 2)
      when '01' then cast(cast(substr(${instante}, 1, 4) as integer) - 1 as text) || '-12'
      ${antes} else substr(${instante}, 1, 7) end end`;
};

const keyOf = (linha: string): Record<string, string> => ({
  chave: `${linha}.chave`,
  mes: monthOf(`${linha}.instante`),
});

/** What one passage adds to each count. */
const countsOf = (linha: string): Record<string, string> => ({
  total: '1',
  entradas: `case when ${linha}.sentido = 'entrada' then 1 else 0 end`,
  saidas: `case when ${linha}.sentido = 'saida' then 1 else 0 end`,
});

const CONTAGENS = Object.keys(countsOf('new'));
const NOMES = [...Object.keys(keyOf('new')), ...CONTAGENS].join(', ');

/** Counts all passages of a table without counts. For migrations. */
export const MESES_DE_TODAS = `insert into passagens_meses (${NOMES})
   select ${Object.values(keyOf('passagens')).join(', ')},
     ${Object.values(countsOf('passagens'))
       .map((parte) => `sum(${parte})`)
       .join(', ')}
   from passagens where teste = 0 group by 1, 2`;

/** Triggers that keep the table. For migrations. */
export function monthCountSql(db: Kysely<unknown>): string[] {
  const [novas, velhas] = [countsOf('new'), countsOf('old')];
  const dela = Object.entries(keyOf('old'))
    .map(([nome, valor]) => `${nome} = ${valor}`)
    .join(' and ');
  const mais = CONTAGENS.map((nome) => `${nome} = passagens_meses.${nome} + excluded.${nome}`);
  const menos = CONTAGENS.map((nome) => `${nome} = ${nome} - ${velhas[nome]}`);
  const soma = `insert into passagens_meses (${NOMES})
    select ${[...Object.values(keyOf('new')), ...Object.values(novas)].join(', ')} where new.teste = 0
    on conflict (chave, mes) do update set ${mais.join(', ')};`;
  const tira = `update passagens_meses set ${menos.join(', ')} where old.teste = 0 and ${dela};
    delete from passagens_meses where total = 0 and ${dela};`;
  return [
    ...rowTriggerSql(db, {
      nome: MESES_NOVAS.nome,
      quando: `insert on ${MESES_NOVAS.tabela}`,
      corpo: soma,
    }),
    ...rowTriggerSql(db, {
      nome: 'passagens_meses_update',
      quando: 'update of instante, chave, sentido, teste on passagens',
      se: `new.instante <> old.instante or new.chave <> old.chave or new.teste <> old.teste
        or coalesce(new.sentido, '') <> coalesce(old.sentido, '')`,
      corpo: `${tira} ${soma}`,
    }),
    ...rowTriggerSql(db, {
      nome: 'passagens_meses_delete',
      quando: 'delete on passagens',
      corpo: tira,
    }),
  ];
}
