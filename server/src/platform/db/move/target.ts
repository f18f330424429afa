/** The tables of the PostgreSQL that receives an installation. */
import type { MoveConnection } from './connection.ts';
import { quoteName, type SourceTable } from './source.ts';
import type { ColumnKind, StoredValue } from './values.ts';

const TIPOS: Record<string, ColumnKind> = {
  bigint: 'inteiro',
  'double precision': 'real',
  bytea: 'bytes',
};

/** Rows of one answer of a cursor. */
const FATIA = 200;

/** What the columns of each table hold, by the names of table and column. */
export async function describeColumns({
  run,
}: MoveConnection): Promise<Map<string, Map<string, ColumnKind>>> {
  const tabelas = new Map<string, Map<string, ColumnKind>>();
  const achadas = await run(
    `select table_name, column_name, data_type from information_schema.columns
     where table_schema = current_schema()`,
  );
  for (const [tabela = '', coluna = '', tipo = ''] of achadas as string[][]) {
    const colunas = tabelas.get(tabela) ?? new Map<string, ColumnKind>();
    tabelas.set(tabela, colunas.set(coluna, TIPOS[tipo] ?? 'texto'));
  }
  return tabelas;
}

/** `($1, $2), ($3, $4)`. */
const placesOf = (linhas: number, colunas: number): string =>
  Array.from({ length: linhas }, (_, i) => {
    const dela = Array.from({ length: colunas }, (_, j) => `$${i * colunas + j + 1}`);
    return `(${dela.join(', ')})`;
  }).join(', ');

export async function insertRows(
  { run }: MoveConnection,
  { nome, colunas }: SourceTable,
  linhas: StoredValue[][],
): Promise<void> {
  const nomes = colunas.map(quoteName).join(', ');
  const lugares = placesOf(linhas.length, colunas.length);
  await run(`insert into ${quoteName(nome)} (${nomes}) values ${lugares}`, linhas.flat());
}

/** Each row of a table, in the order of the column `ordem`; bytes as their SHA-256. */
export async function* readRows(
  { run }: MoveConnection,
  { nome, colunas }: SourceTable,
  { tipos = [], ordem }: { tipos?: readonly ColumnKind[]; ordem?: string },
): AsyncGenerator<(string | null)[]> {
  const pedidas = colunas.map((coluna, i) =>
    tipos[i] === 'bytes' ? `encode(sha256(${quoteName(coluna)}), 'hex')` : quoteName(coluna),
  );
  await run('begin isolation level repeatable read read only');
  try {
    await run(
      `declare transferencia_cursor no scroll cursor for select ${pedidas.join(', ')}
       from ${quoteName(nome)} ${ordem ? `order by ${quoteName(ordem)}` : ''}`,
    );
    for (;;) {
      const linhas = await run(`fetch ${FATIA} from transferencia_cursor`);
      yield* linhas;
      if (linhas.length < FATIA) return;
    }
  } finally {
    await run('rollback').catch(() => undefined);
  }
}

/** The next row of a table gets a number that neither database has given yet. */
export async function continueNumbers(
  { run }: MoveConnection,
  { nome, ultimo }: SourceTable,
): Promise<void> {
  await run(
    `select setval(pg_get_serial_sequence($1, 'id'), greatest(maior, 1), maior > 0) from
     (select greatest($2::bigint, max(id), 0) as maior from ${quoteName(nome)}) as numeros`,
    [quoteName(nome), ultimo ?? '0'],
  );
}
