/**
 * What the database keeps of the passages by time: how many an hour had (`passagens_horas`), and
 * between which ids those of an hour are (`passagens_vaos`). Triggers keep both, so that no writer can
 * forget it. A deleted passage stays counted: the tables hold no personal data, and are what remains
 * of a passage after its time of storage. One that never happened becomes a test before it is deleted.
 */
import type { Kysely } from 'kysely';
import { rowTriggerSql } from './triggers.ts';

/** The trigger of new passages. It rests while `db move` copies the kept tables with the passages. */
export const CONTA_NOVAS = { tabela: 'passagens', nome: 'passagens_horas_insert' };

/** The columns of `passagens_horas` but its total, and what a passage has there. */
export const HORAS = {
  /** UTC, '2026-03-12T13'. */
  hora: (linha: string) => `substr(${linha}.instante, 1, 13)`,
  camera: (linha: string) => `coalesce(${linha}.camera, '')`,
  status: (linha: string) => `${linha}.status`,
  sentido: (linha: string) => `coalesce(${linha}.sentido, '')`,
};

const NOMES = Object.keys(HORAS).join(', ');
const valuesOf = (linha: string): string =>
  Object.values(HORAS)
    .map((read) => read(linha))
    .join(', ');

/** Statements that count all passages of a table without counts. For migrations. */
export const HORAS_DE_TODAS = [
  `insert into passagens_horas (${NOMES}, total)
   select ${valuesOf('passagens')}, count(*) from passagens where teste = 0 group by 1, 2, 3, 4`,
  `insert into passagens_vaos (hora, primeira, ultima)
   select ${HORAS.hora('passagens')}, min(id), max(id) from passagens group by 1`,
];

/** Triggers that keep both tables. Tests do not count. For migrations. */
export function hourCountSql(db: Kysely<unknown>): string[] {
  const pares = Object.entries(HORAS);
  const doOld = pares.map(([nome, read]) => `${nome} = ${read('old')}`).join(' and ');
  const mudou = pares.map(([, read]) => `${read('new')} <> ${read('old')}`).join(' or ');
  const soma = `insert into passagens_horas (${NOMES}, total)
    select ${valuesOf('new')}, 1 where new.teste = 0
    on conflict (${NOMES}) do update set total = passagens_horas.total + 1;`;
  const tira = `update passagens_horas set total = total - 1 where old.teste = 0 and ${doOld};
    delete from passagens_horas where total = 0 and ${doOld};`;
  const noVao = `insert into passagens_vaos (hora, primeira, ultima)
    values (${HORAS.hora('new')}, new.id, new.id) on conflict (hora) do update set
    primeira = case when new.id < passagens_vaos.primeira then new.id else passagens_vaos.primeira end,
    ultima = case when new.id > passagens_vaos.ultima then new.id else passagens_vaos.ultima end;`;
  return [
    ...rowTriggerSql(db, {
      nome: CONTA_NOVAS.nome,
      quando: `insert on ${CONTA_NOVAS.tabela}`,
      corpo: `${soma} ${noVao}`,
    }),
    ...rowTriggerSql(db, {
      nome: 'passagens_horas_update',
      quando: 'update of instante, camera, status, sentido, teste on passagens',
      se: `${mudou} or new.teste <> old.teste`,
      corpo: `${tira} ${soma} ${noVao}`,
    }),
  ];
}
