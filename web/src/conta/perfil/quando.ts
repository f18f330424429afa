import { day, hour, sameDay } from '../../lib/time/format.ts';

const DAY = 24 * 60 * 60_000;
const NOW = 2 * 60_000;

/** 'agora', 'hoje, 07:12', 'ontem, 17:58', '17/11/2026'. */
export function formatQuando(em: string, agora: number): string {
  if (agora - Date.parse(em) < NOW) return 'agora';
  if (sameDay(em, agora)) return `hoje, ${hour(em)}`;
  if (sameDay(em, agora - DAY)) return `ontem, ${hour(em)}`;
  return day(em);
}
