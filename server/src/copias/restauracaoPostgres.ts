/** Puts a backup in the place of the tables of a PostgreSQL, while no server uses it. */
import { StartError } from '../config/leitor.ts';
import { nowIso } from '../platform/clock.ts';
import { withConnection } from '../platform/db/dump/moment.ts';
import { ProgramFailed } from '../platform/db/dump/programs.ts';
import { restoreDump } from '../platform/db/dump/restore.ts';
import type { Copia } from './copia.ts';
import { bancoOf } from './original.ts';

/**
 * Takes the place of the leading server while `work` runs.
 * @throws {StartError} while a server uses the database
 */
export const withoutServers = <T>(endereco: string, work: () => Promise<T>): Promise<T> =>
  withConnection(endereco, async ({ lead }) => {
    if (await lead()) return work();
    throw new StartError(
      'Há um servidor UNIPARK usando o PostgreSQL de DATABASE_URL. Pare todos e repita.',
    );
  });

/** The name of the note that a database was restored, until the audit tells it: of which backup. */
export const RESTAURADA = 'copias.restaurada';

/**
 * Restores a verified backup in one transaction; answers the schema with the tables of before,
 * undefined when there were none. Interrupted, the database is as before.
 * @throws {StartError} when PostgreSQL refuses it, and then nothing is changed
 */
export async function placeDump(endereco: string, copia: Copia): Promise<string | undefined> {
  const antes = `antes_de_restaurar_${nowIso().replaceAll(/\D/g, '')}`;
  const arquivo = bancoOf(copia.pasta);
  try {
    const ajuste = { nome: RESTAURADA, valor: copia.manifesto.criada_em };
    const fatos = copia.manifesto;
    const havia = await restoreDump({ endereco, arquivo, fatos, antes, ajuste });
    return havia ? antes : undefined;
  } catch (cause) {
    if (!(cause instanceof ProgramFailed)) throw cause;
    const [dito = ''] = /ERROR: .*/.exec(cause.dito) ?? cause.dito.split('\n').reverse();
    throw new StartError(`A restauração falhou e nada foi mudado. O PostgreSQL disse: ${dito}`, {
      cause,
    });
  }
}
