import { recentHour } from './format.ts';
import { useMinute } from './useMinute.ts';

/** `recentHour` on a screen that stays open: what is of today is of yesterday after midnight. */
export const useRecentHour = (when: string | number): string => recentHour(when, useMinute());
