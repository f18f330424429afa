/** Stored times in the future: reported, never changed, as the current clock may be wrong. */
import { sql } from 'kysely';
import type { Banco } from './banco.ts';

/** A column of times, and how far in the future they may be. */
export interface Mark {
  table: string;
  column: string;
  aheadMs: number;
  /** Milliseconds in a number, not an ISO text. */
  numeric?: boolean;
  /** Grows with its id, so only the newest rows are read. */
  byId?: boolean;
}

/** Tolerance between two clocks. */
const SLACK_MS = 60_000;
const NEWEST = 1_000;

const limitOf = ({ aheadMs, numeric }: Mark, now: number): string | number => {
  const limite = now + aheadMs + SLACK_MS;
  return numeric ? limite : new Date(limite).toISOString();
};

/** How many rows of each column are further in the future than allowed. */
export async function countFuture(
  db: Banco,
  marks: readonly Mark[],
  now: number,
): Promise<{ table: string; rows: number }[]> {
  const achados: { table: string; rows: number }[] = [];
  for (const mark of marks) {
    const coluna = sql.ref(mark.column);
    const tabela = sql.table(mark.table);
    const linhas = mark.byId
      ? sql`(select ${coluna} from ${tabela} order by id desc limit ${NEWEST}) as novas`
      : tabela;
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from ${linhas} where ${coluna} > ${limitOf(mark, now)}`.execute(db);
    const total = Number(rows[0]?.total ?? 0);
    if (total > 0) achados.push({ table: mark.table, rows: total });
  }
  return achados;
}

/** The newest stored time; undefined in an empty database. */
export async function newestMark(db: Banco): Promise<number | undefined> {
  const { rows } = await sql<{ quando: string | null }>`
    select quando from auditoria order by id desc limit 1`.execute(db);
  return rows[0]?.quando ? Date.parse(rows[0].quando) : undefined;
}
