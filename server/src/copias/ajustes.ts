/**
 * Whether the server makes backups, and whether they hold the installation's secret; with several
 * servers, the newest one that any of them made.
 */
import type { AjustesCopias } from '@unipark/contract/copia';
import * as z from 'zod/mini';
import { type Autor, audit } from '../platform/audit.ts';
import { nowMs } from '../platform/clock.ts';
import { type Banco, inTransaction, type Queryable } from '../platform/db/banco.ts';
import { readSetting, writeSetting } from '../platform/db/settings.ts';
import { isFuture } from './rodizio.ts';

const NOME = 'copias';
const ULTIMA = 'copias.ultima';
const Guardado = z.object({ automaticas: z.boolean(), com_segredo: z.nullable(z.boolean()) });

/** The newest backup of the servers of one PostgreSQL: each has a folder of its own. */
const UltimaCopia = z.object({
  nome: z.string(),
  /** Where it was made. */
  maquina: z.string(),
});
type UltimaCopia = z.infer<typeof UltimaCopia>;

/** One of the future, by a clock that was ahead, does not tell whether backups are made. */
export async function findUltima(db: Queryable): Promise<UltimaCopia | undefined> {
  const valor = await readSetting(db, ULTIMA);
  const ultima = valor === undefined ? undefined : UltimaCopia.parse(JSON.parse(valor));
  return ultima && isFuture(ultima.nome, nowMs()) ? undefined : ultima;
}

export const noteUltima = (db: Banco, ultima: UltimaCopia): Promise<void> =>
  inTransaction(db, (trx) => writeSetting(trx, ULTIMA, JSON.stringify(ultima)));

/** `com_segredo`: null until the administration decides. */
export async function readAjustes(
  db: Queryable,
): Promise<{ automaticas: boolean; com_segredo: boolean | null }> {
  const valor = await readSetting(db, NOME);
  if (valor === undefined) return { automaticas: true, com_segredo: null };
  return Guardado.parse(JSON.parse(valor));
}

export const changeAjustes = (db: Banco, autor: Autor, ajustes: AjustesCopias): Promise<void> =>
  inTransaction(db, async (trx) => {
    const antes = await readAjustes(trx);
    const depois = { ...antes, ...ajustes };
    await writeSetting(trx, NOME, JSON.stringify(depois));
    await audit(trx, autor, {
      acao: 'editar',
      entidade: 'ajustes',
      chave: NOME,
      detalhe: { antes, depois },
    });
  });
