/** Puts a backup in the place of the present installation. */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nowIso } from '../platform/clock.ts';
import { countTables, DatabaseDamaged } from '../platform/db/backup/examine.ts';
import { closeLog, replaceDatabase } from '../platform/db/backup/replace.ts';
import { syncPath } from '../platform/db/backup/snapshot.ts';
import { countServer } from '../platform/db/dump/moment.ts';
import { type Copia, requireSpace } from './copia.ts';
import { BANCO, type ManifestoCopia, SEGREDO } from './manifesto.ts';
import type { OriginalDeps } from './original.ts';

/** The tables whose counts a person knows the installation by. */
export const CONHECIDAS = ['veiculos', 'proprietarios', 'contas', 'passagens'] as const;
export type Contagens = Record<(typeof CONHECIDAS)[number], number>;

/** The counts of a backup. */
export const countsOf = ({ linhas }: ManifestoCopia): Contagens =>
  Object.fromEntries(CONHECIDAS.map((tabela) => [tabela, linhas[tabela] ?? 0])) as Contagens;

/** The counts of the present database; undefined without one, null when it cannot be read. */
export async function countAgora({
  dataDir,
  databaseUrl,
}: OriginalDeps): Promise<Contagens | null | undefined> {
  if (databaseUrl !== null) return countServer(databaseUrl, CONHECIDAS);
  const arquivo = join(dataDir, BANCO);
  if (!existsSync(arquivo)) return undefined;
  try {
    return await countTables(arquivo, CONHECIDAS);
  } catch (error) {
    if (error instanceof DatabaseDamaged) return null;
    throw error;
  }
}

const FALHA = 'restauracao.falha';
const NAO_RESTAUROU =
  'A restauração não chegou ao fim: o banco de dados é o de antes dela. O registro do servidor diz por quê.';

/** Leaves word for the next start: the last step failed, and the database is the old one. */
export const noteFailure = (dataDir: string): Promise<void> =>
  writeFile(join(dataDir, FALHA), nowIso(), { mode: 0o600 });

/** The word that `noteFailure` left, once; null without one. */
export async function takeFailure(
  dataDir: string,
): Promise<{ quando: string; motivo: string } | null> {
  const arquivo = join(dataDir, FALHA);
  const quando = await readFile(arquivo, 'utf8').catch(() => undefined);
  if (quando === undefined) return null;
  await rm(arquivo, { force: true });
  return { quando, motivo: NAO_RESTAUROU };
}

const stageOf = (dataDir: string): string => join(dataDir, 'restaurando');

/** Where an encrypted copy is opened. */
export const openedOf = (dataDir: string): string => join(dataDir, 'copia-aberta');

/** Removes what a killed restoration left: a whole register, which no rotation removes. */
export async function removeStaged(dataDir: string): Promise<void> {
  for (const pasta of [stageOf(dataDir), openedOf(dataDir)]) {
    await rm(pasta, { recursive: true, force: true });
  }
}

interface StageDeps {
  dataDir: string;
  copia: Copia;
  /** Brings the copied database up to date, and writes the act into its audit. */
  prepare: (pasta: string) => Promise<void>;
}

/** Makes the database of a verified backup ready beside the present one, which may be in use. */
export async function stageCopia({ dataDir, copia, prepare }: StageDeps): Promise<void> {
  const nova = stageOf(dataDir);
  await rm(nova, { recursive: true, force: true });
  await mkdir(nova, { mode: 0o700 });
  const novo = join(nova, BANCO);
  try {
    requireSpace('A restauração', copia.manifesto.bytes, dataDir);
    await copyFile(join(copia.pasta, BANCO), novo);
    await prepare(nova);
    closeLog(novo);
    if (existsSync(`${novo}-wal`)) throw new Error('the restored database has a log');
    await syncPath(novo);
  } catch (error) {
    await rm(nova, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Puts the staged database in place while no server runs; answers the folder with the database of
 * before. Interrupted, the folder has the whole old database or the whole new one.
 */
export async function placeStaged(dataDir: string, { pasta }: Copia): Promise<string> {
  const nova = stageOf(dataDir);
  try {
    const antes = join(dataDir, `antes-de-restaurar-${nowIso().replaceAll(/[:.]/g, '-')}`);
    const segredo = join(dataDir, SEGREDO);
    if (!existsSync(segredo) && existsSync(join(pasta, SEGREDO))) {
      await copyFile(join(pasta, SEGREDO), segredo);
    }
    await replaceDatabase(join(dataDir, BANCO), join(nova, BANCO), antes);
    return antes;
  } finally {
    await rm(nova, { recursive: true, force: true });
  }
}
