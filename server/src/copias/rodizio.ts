/** Which backups are kept: 24 hours, 14 days and 8 weeks, the newest of each. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '../config/leitor.ts';
import { nowMs } from '../platform/clock.ts';
import { instantOf, listCopias } from './copia.ts';

const HORAS = 24;
const DIAS = 14;
const SEMANAS = 8;
const DIA_MS = 86_400_000;

/** Days since a Monday. */
const weekOf = (quando: Date): string => String(Math.floor((quando.getTime() / DIA_MS + 3) / 7));

/** A clock that was ahead made a backup of the future. */
export const isFuture = (nome: string, agora: number): boolean => instantOf(nome).getTime() > agora;

/** The newest backup; one of the future does not tell whether backups are made. */
export const findNewest = async (copias: string): Promise<string | undefined> =>
  (await listCopias(copias)).find((nome) => !isFuture(nome, nowMs()));

/** The names to keep, of names with the newest first. Those of the future take no other's place. */
export function pickKept(todas: readonly string[], agora: number): Set<string> {
  const nomes = todas.filter((nome) => !isFuture(nome, agora));
  const mantidas = new Set(todas.filter((nome) => isFuture(nome, agora)));
  const keep = (quantas: number, periodOf: (quando: Date) => string): void => {
    const periodos = new Set<string>();
    for (const nome of nomes) {
      const periodo = periodOf(instantOf(nome));
      if (periodos.has(periodo)) continue;
      if (periodos.size === quantas) return;
      periodos.add(periodo);
      mantidas.add(nome);
    }
  };
  keep(HORAS, (quando) => quando.toISOString().slice(0, 13));
  keep(DIAS, (quando) => quando.toISOString().slice(0, 10));
  keep(SEMANAS, weekOf);
  return mantidas;
}

/**
 * Removes the backups that are not kept; answers how many.
 * @throws {StartError} one sentence about those that cannot be removed; the others are gone
 */
export async function removeOld(copias: string): Promise<number> {
  const nomes = await listCopias(copias);
  const mantidas = pickKept(nomes, nowMs());
  const velhas = nomes.filter((nome) => !mantidas.has(nome));
  const presas: string[] = [];
  for (const nome of velhas) {
    // The tool and the server may remove the same one.
    await rm(join(copias, nome), { recursive: true, force: true }).catch((error: unknown) => {
      presas.push(`${nome} (${(error as NodeJS.ErrnoException).code})`);
    });
  }
  if (presas.length === 0) return velhas.length;
  throw new StartError(
    `A cópia nova está guardada, mas não foi possível apagar de ${copias} as antigas: ${presas.join(', ')}. Confira de quem são essas pastas.`,
  );
}
