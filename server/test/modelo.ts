/** The databases that `modeloGlobal.ts` makes, copied into the folder of a test. */
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** The database in a data folder. */
export const BANCO = 'unipark.db';

/** 'vazio': tables alone. 'semeado': also cities and catalogue. */
export type Modelo = 'vazio' | 'semeado';

export const modeloPath = (modelo: Modelo): string =>
  join(process.env.UNIPARK_TESTE_MODELO ?? '', `${modelo}.db`);

/**
 * Copies it into a folder that has no database; true when it did. Outside a run of tests there is
 * none. The secret of an installation is not in it.
 */
export function copyModelo(modelo: Modelo, dataDir: string): boolean {
  const banco = join(dataDir, BANCO);
  if (!process.env.UNIPARK_TESTE_MODELO || existsSync(banco)) return false;
  copyFileSync(modeloPath(modelo), banco);
  return true;
}
