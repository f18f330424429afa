/** Whether the server makes backups, and whether they hold the installation's secret. */
import type { AjustesCopias } from '@unipark/contract/copia';
import * as z from 'zod/mini';
import { type Autor, audit } from '../platform/audit.ts';
import { type Banco, inTransaction, type Queryable } from '../platform/db/banco.ts';
import { readSetting, writeSetting } from '../platform/db/settings.ts';

const NOME = 'copias';
const Guardado = z.object({ automaticas: z.boolean(), com_segredo: z.boolean() });

/** `com_segredo`: null until the administration decides. */
export async function readAjustes(
  db: Queryable,
): Promise<{ automaticas: boolean; com_segredo: boolean | null }> {
  const valor = await readSetting(db, NOME);
  if (valor === undefined) return { automaticas: true, com_segredo: null };
  return Guardado.parse(JSON.parse(valor));
}

export const changeAjustes = (db: Banco, autor: Autor, depois: AjustesCopias): Promise<void> =>
  inTransaction(db, async (trx) => {
    const antes = await readAjustes(trx);
    await writeSetting(trx, NOME, JSON.stringify(depois));
    await audit(trx, autor, {
      acao: 'editar',
      entidade: 'ajustes',
      chave: NOME,
      detalhe: { antes, depois },
    });
  });
