/** The databases and the reserve that `templateGlobal.ts` makes, for the folder of a test. */
import { copyFileSync, existsSync, linkSync } from 'node:fs';
import { join } from 'node:path';

/** The database in a data folder. */
export const BANCO = 'unipark.db';
/** Its disk space for a full disk: 8 MB that each start would write. */
export const RESERVA = 'reserva.disco';

/** 'empty': tables alone. 'seeded': also cities and catalogue. */
type TemplateName = 'empty' | 'seeded';

export const getTemplatePath = (nome: TemplateName): string =>
  join(process.env.UNIPARK_TESTE_MODELO ?? '', `${nome}.db`);

/**
 * Copies it into a folder that has no database, and links the reserve, which a server deletes and
 * never writes into; true when it did. Outside a run of tests there is none. The secret of an
 * installation is not in it.
 */
export function copyTemplate(nome: TemplateName, dataDir: string): boolean {
  const banco = join(dataDir, BANCO);
  if (!process.env.UNIPARK_TESTE_MODELO || existsSync(banco)) return false;
  copyFileSync(getTemplatePath(nome), banco);
  try {
    linkSync(join(process.env.UNIPARK_TESTE_MODELO, RESERVA), join(dataDir, RESERVA));
  } catch {
    // A disk of the test's own, or one without such links: the reserve is allocated there.
  }
  return true;
}
