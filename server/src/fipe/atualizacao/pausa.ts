/** A refresh that somebody paused: the schedule leaves it alone until a person goes on, or a new month. */
import type { Banco, Transacao } from '../../platform/db/banco.ts';
import { readSetting, writeSetting } from '../../platform/db/settings.ts';

const NOME = 'catalogo.pausada';

/** A person's word, kept with the edition that it is about. */
export const writePause = (trx: Transacao, edicao: number): Promise<void> =>
  writeSetting(trx, NOME, String(edicao));

/** Whoever begins again goes on with it. */
export async function forgetPause(trx: Transacao): Promise<void> {
  if (await readSetting(trx, NOME)) await writeSetting(trx, NOME, '');
}

/** Whether it is this very edition that somebody paused. */
export const isPaused = async (db: Banco, edicao: number): Promise<boolean> =>
  (await readSetting(db, NOME)) === String(edicao);
