/** Rows in chunks: SQLite accepts 32,766 values in one statement. */
export function* chunks<T>(linhas: T[], tamanho = 500): Generator<T[]> {
  for (let i = 0; i < linhas.length; i += tamanho) yield linhas.slice(i, i + tamanho);
}
