/** When the next cleaning is due: every night, or at any hour after a night without a server. */
import { formatHora } from '@unipark/contract/horaLocal';
import type { JobRow } from '../platform/jobs/repo.ts';

const HORA_MS = 3_600_000;
/** The night of São Paulo ends at this hour. */
const MANHA = '05:00';
/** One cleaning a night. */
const NOITE_MS = 20 * HORA_MS;
/** After so long the last night had none. */
const ATRASO_MS = 30 * HORA_MS;

type LastCleaning = Pick<JobRow, 'situacao' | 'criado_em'>;

/** Whether a cleaning is to begin now, after the last one. */
export function isDue(ultima: LastCleaning | undefined, agora: Date): boolean {
  if (!ultima || ultima.situacao === 'falhou' || ultima.situacao === 'cancelado') return true;
  if (ultima.situacao !== 'feito') return false;
  const idade = agora.getTime() - Date.parse(ultima.criado_em);
  // In the future: written by a wrong clock.
  if (idade < 0) return true;
  return idade > (formatHora(agora) < MANHA ? NOITE_MS : ATRASO_MS);
}
