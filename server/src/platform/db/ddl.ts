/** SQL for migrations that each database spells its own way. */

/** Makes a table append-only: any update or delete of a row is refused. */
export const appendOnlySql = (tabela: string): string[] =>
  ['update', 'delete'].map(
    (ato) =>
      `create trigger ${tabela}_sem_${ato} before ${ato} on ${tabela} begin select raise(abort, '${tabela} only grows'); end`,
  );
