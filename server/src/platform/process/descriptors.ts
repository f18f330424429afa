import { readFileSync } from 'node:fs';

/** Descriptors for files, database, engines and listeners, before those of visitors. */
const RESERVA = 128;
const MINIMO = 32;

/** Open files that the system allows this process, from /proc/self/limits. */
export function openFilesLimit(limites: string): number | undefined {
  const [, macio] = /^Max open files\s+(\d+)/m.exec(limites) ?? [];
  return macio ? Number(macio) : undefined;
}

/**
 * The number of connections that leaves enough descriptors for everything else: a process without
 * free ones can neither read a file nor measure its memory. Undefined when the system does not tell
 * the limit.
 */
export function connectionLimit(): number | undefined {
  try {
    const todos = openFilesLimit(readFileSync('/proc/self/limits', 'utf8'));
    return todos && Math.max(MINIMO, todos - RESERVA);
  } catch {
    return undefined;
  }
}
