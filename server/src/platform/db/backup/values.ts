/** Values of one indexed text column, read from database files that no program writes. */
import Database from 'better-sqlite3';
import { quoteName } from '../move/source.ts';

export interface ColumnPlace {
  tabela: string;
  coluna: string;
}

/** Values of one slice. */
const FATIA = 500;

const open = (arquivo: string): Database.Database =>
  new Database(arquivo, { readonly: true, fileMustExist: true });

/** The different values of the column, in slices; those that the file `exceto` has are left out. */
export function* listValues(
  arquivo: string,
  { tabela, coluna }: ColumnPlace,
  exceto?: string,
): Generator<string[]> {
  const [t, c] = [quoteName(tabela), quoteName(coluna)];
  const sqlite = open(arquivo);
  try {
    if (exceto !== undefined) sqlite.prepare('attach ? as anterior').run(exceto);
    const novos =
      exceto === undefined
        ? ''
        : `and not exists (select 1 from anterior.${t} velha where velha.${c} = nova.${c})`;
    const next = sqlite
      .prepare(
        `select distinct ${c} from main.${t} nova where ${c} > ? ${novos} order by ${c} limit ${FATIA}`,
      )
      .pluck();
    for (let ultimo = ''; ; ) {
      const valores = next.all(ultimo) as string[];
      if (valores.length === 0) return;
      yield valores;
      ultimo = valores.at(-1) as string;
    }
  } finally {
    sqlite.close();
  }
}

/** Answers which of some values the column has in any of the files; `close` ends it. */
export function openValues(arquivos: readonly string[], { tabela, coluna }: ColumnPlace) {
  const bancos = arquivos.map(open);
  const buscas = bancos.map((sqlite) =>
    sqlite
      .prepare(`select 1 from ${quoteName(tabela)} where ${quoteName(coluna)} = ? limit 1`)
      .pluck(),
  );
  return {
    find: (valores: readonly string[]): Set<string> =>
      new Set(valores.filter((valor) => buscas.some((busca) => busca.get(valor) === 1))),
    close: (): void => {
      for (const sqlite of bancos) sqlite.close();
    },
  };
}

/** A setting in a database file; undefined without it. */
export function readSettingOf(arquivo: string, nome: string): string | undefined {
  const sqlite = open(arquivo);
  try {
    const valor = sqlite.prepare('select valor from ajustes where nome = ?').pluck().get(nome);
    return typeof valor === 'string' ? valor : undefined;
  } finally {
    sqlite.close();
  }
}
