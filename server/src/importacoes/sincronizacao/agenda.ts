/** When the next synchronisation begins: once a day from an hour on, or later when the server was down. */
import { addDias, formatDiaIso, formatHora } from '@unipark/contract/horaLocal';
import { AGENDA } from '../../platform/audit.ts';
import { nowDate } from '../../platform/clock.ts';
import { type Banco, inTransaction } from '../../platform/db/banco.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { findLast, type JobRow } from '../../platform/jobs/repo.ts';
import { ensureSync, SINCRONIZACAO } from '../fila.ts';
import { isUnfinished } from './ausentes.ts';

/** 'yyyy-mm-dd hh:mm' of São Paulo, which sorts. */
const localOf = (instante: Date): string => `${formatDiaIso(instante)} ${formatHora(instante)}`;

type LastRun = Pick<JobRow, 'situacao' | 'criado_em'>;

/** Whether a run is to begin now, after the last one. */
export function isDue(ultima: LastRun | undefined, agora: Date, hora: string): boolean {
  const local = localOf(agora);
  const hoje = `${formatDiaIso(agora)} ${hora}`;
  if (!ultima) return local >= hoje;
  if (ultima.situacao === 'falhou') return true;
  // Looked at each hour: that of yesterday may be due after midnight only.
  const vez = local < hoje ? `${addDias(formatDiaIso(agora), -1)} ${hora}` : hoje;
  const antes = localOf(new Date(ultima.criado_em));
  // In the future: written by a wrong clock.
  return antes < vez || antes > local;
}

interface SyncAgendaDeps {
  db: Banco;
  jobs: Pick<Jobs, 'put'>;
  hora: string;
}

/**
 * Requests the run of today when it is due, or the rest of one. For the hourly housekeeping of each
 * server that has the source: the one that leads may have none.
 */
export async function putDueSync({ db, jobs, hora }: SyncAgendaDeps): Promise<void> {
  const resta = await isUnfinished(db);
  const ultima = await findLast(db, 'tipo', SINCRONIZACAO);
  if (!resta && !isDue(ultima, nowDate(), hora)) return;
  await inTransaction(db, async (trx) => {
    // Another process may have requested it in between.
    if ((await findLast(trx, 'tipo', SINCRONIZACAO))?.id !== ultima?.id) return;
    await ensureSync(trx, jobs, AGENDA);
  });
}
