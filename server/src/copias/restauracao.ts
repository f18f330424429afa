/** Puts a backup in the place of the present installation. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nowIso } from '../platform/clock.ts';
import { DatabaseDamaged, examineDatabase } from '../platform/db/backup/examine.ts';
import { closeLog, replaceDatabase } from '../platform/db/backup/replace.ts';
import { syncPath } from '../platform/db/backup/snapshot.ts';
import type { Copia } from './copia.ts';
import { BANCO, SEGREDO } from './manifesto.ts';

/** The counts that a person knows the installation by. */
const CONHECIDAS = {
  veiculos: 'veículos',
  proprietarios: 'proprietários',
  contas: 'contas',
  passagens: 'passagens',
} as const;

export interface TableChange {
  nome: string;
  agora: number;
  copia: number;
}

/**
 * What the present database has beside the backup; undefined without one, null when it cannot be
 * read.
 */
export async function compareAgora(
  dataDir: string,
  { manifesto }: Copia,
): Promise<TableChange[] | null | undefined> {
  const arquivo = join(dataDir, BANCO);
  if (!existsSync(arquivo)) return undefined;
  try {
    const { linhas } = await examineDatabase(arquivo);
    return Object.entries(CONHECIDAS).map(([tabela, nome]) => ({
      nome,
      agora: linhas[tabela] ?? 0,
      copia: manifesto.linhas[tabela] ?? 0,
    }));
  } catch (error) {
    if (error instanceof DatabaseDamaged) return null;
    throw error;
  }
}

interface RestoreDeps {
  dataDir: string;
  copia: Copia;
  /** Brings the copied database up to date, and writes the act into its audit. */
  prepare: (pasta: string) => Promise<void>;
}

/**
 * Restores a verified backup while no server runs; answers the folder with the database of before.
 * Interrupted, the folder has the whole old database or the whole new one.
 */
export async function restoreCopia({ dataDir, copia, prepare }: RestoreDeps): Promise<string> {
  const nova = join(dataDir, 'restaurando');
  await rm(nova, { recursive: true, force: true });
  await mkdir(nova, { mode: 0o700 });
  const novo = join(nova, BANCO);
  try {
    await copyFile(join(copia.pasta, BANCO), novo);
    await prepare(nova);
    closeLog(novo);
    if (existsSync(`${novo}-wal`)) throw new Error('the restored database has a log');
    await syncPath(novo);
    const antes = join(dataDir, `antes-de-restaurar-${nowIso().replaceAll(/[:.]/g, '-')}`);
    const segredo = join(dataDir, SEGREDO);
    if (!existsSync(segredo) && existsSync(join(copia.pasta, SEGREDO))) {
      await copyFile(join(copia.pasta, SEGREDO), segredo);
    }
    await replaceDatabase(join(dataDir, BANCO), novo, antes);
    return antes;
  } finally {
    await rm(nova, { recursive: true, force: true });
  }
}
