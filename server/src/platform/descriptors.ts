import { readFileSync } from 'node:fs';

/** Files, database, engines and listeners have theirs before visitors do. */
const RESERVA = 128;
const MINIMO = 32;

/** Open files that the system allows this process, out of /proc/self/limits. */
export function openFilesLimit(limites: string): number | undefined {
  const [, macio] = /^Max open files\s+(\d+)/m.exec(limites) ?? [];
  return macio ? Number(macio) : undefined;
}

/**
 * Connections that leave enough descriptors for everything else: a process that has run out of them
 * can neither read a file nor measure its own memory. Undefined where the system does not tell.
 */
export function connectionLimit(): number | undefined {
  try {
    const todos = openFilesLimit(readFileSync('/proc/self/limits', 'utf8'));
    return todos && Math.max(MINIMO, todos - RESERVA);
  } catch {
    return undefined;
  }
}
