/** An upgrade: the database of an earlier release is copied, then migrated, or stays as it is. */
import { join } from 'node:path';
import type { Config } from './config.ts';
import { createCopia, listCopias } from './copias/copia.ts';
import { readManifesto } from './copias/manifesto.ts';
import { DEIXADAS, openOriginal } from './copias/original.ts';
import { RESTAURADA } from './copias/restauracaoPostgres.ts';
import { migrations } from './migrations/all.ts';
import { type Autor, audit, OPERADOR } from './platform/audit.ts';
import { nowMs } from './platform/clock.ts';
import type { DatabaseFacts } from './platform/db/backup/examine.ts';
import { type Banco, inTransaction, openBanco } from './platform/db/banco.ts';
import { ProgramFailed, ProgramMissing } from './platform/db/dump/programs.ts';
import { listPending, migrate } from './platform/db/migrate.ts';
import { readSetting, removeSetting } from './platform/db/settings.ts';
import type { Progress } from './platform/process/progress.ts';
import { readSegredo } from './platform/secret.ts';

/** A copy of the same rows that is not older is not made again: a failing start is repeated. */
const RECENTE_MS = 86_400_000;

/** Reports an upgrade; called only when there is one. */
export type OpenProgress = () => Progress;

export const SILENT: OpenProgress = () => ({
  say: () => undefined,
  tell: () => undefined,
  close: async () => undefined,
});

type UpgradeConfig = Pick<Config, 'dataDir' | 'databaseUrl' | 'versao' | 'segredoFile'>;

/** What two databases of the same rows have in common, without the rows that no copy keeps. */
const summaryOf = ({ passos, linhas, auditoria }: Omit<DatabaseFacts, 'quebra'>): string =>
  JSON.stringify([
    passos,
    Object.entries(linhas)
      .filter(([tabela]) => !(DEIXADAS as readonly string[]).includes(tabela))
      .sort(),
    auditoria,
  ]);

/** The folder of a recent copy of exactly these rows. */
async function findSame(copias: string, config: UpgradeConfig): Promise<string | undefined> {
  const [nome] = await listCopias(copias);
  if (nome === undefined) return undefined;
  const pasta = join(copias, nome);
  const manifesto = await readManifesto(pasta);
  if (!manifesto || nowMs() - Date.parse(manifesto.criada_em) > RECENTE_MS) return undefined;
  // A damaged file is named by the copy that follows.
  const fatos = await openOriginal(config)
    .examine()
    .catch(() => undefined);
  return fatos && summaryOf(manifesto) === summaryOf(fatos) ? pasta : undefined;
}

const isOfProgram = (error: unknown): boolean =>
  error instanceof ProgramMissing || error instanceof ProgramFailed;

/** Copies the database, unless the newest copy is of the same rows. @returns the copy's folder */
async function copyBefore(config: UpgradeConfig): Promise<string> {
  const { dataDir, databaseUrl, versao, segredoFile } = config;
  const copias = join(dataDir, 'copias');
  const mesma = await findSame(copias, config);
  if (mesma !== undefined) return mesma;
  const segredo = readSegredo(dataDir, segredoFile);
  const deps = { dataDir, databaseUrl, copias, versao, segredo, comSegredo: false };
  return (await createCopia(deps)).pasta;
}

/**
 * The sentence about the copy. Without a `pg_dump` that works the upgrade goes on without one:
 * administrators may have backups of their own, and a failed upgrade of PostgreSQL changes nothing.
 */
const sayCopyBefore = (config: UpgradeConfig): Promise<string> =>
  copyBefore(config).then(
    (pasta) => `Cópia de antes: ${pasta}`,
    (error: unknown) => {
      const { message, cause } = error as Error;
      if (![error, cause].some(isOfProgram)) throw error;
      return `Sem cópia de antes. ${message}`;
    },
  );

/** The restoration of this backup, or of the one that the database has a note of. */
const auditRestored = (db: Banco, autor: Autor, dita?: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    const copia = dita ?? (await readSetting(trx, RESTAURADA));
    if (copia === undefined) return;
    await removeSetting(trx, RESTAURADA);
    await audit(trx, autor, { acao: 'restaurar', entidade: 'copia', chave: copia });
  });

/** Brings a copied database up to date, and notes in its audit that it was restored. */
export async function prepareRestored(onde: string, autor: Autor, copia: string): Promise<void> {
  const db = openBanco(onde);
  try {
    await migrate(db, migrations);
    await auditRestored(db, autor, copia);
  } finally {
    await db.destroy();
  }
}

/** The migrations that this program knows. */
export const listPassos = async (): Promise<string[]> =>
  Object.keys(await migrations.getMigrations());

const countOf = (passos: readonly string[]): string =>
  passos.length === 1 ? '1 passo' : `${passos.length} passos`;

async function migrateWithCopy(
  db: Banco,
  config: UpgradeConfig,
  report: OpenProgress,
  steps: typeof migrations,
): Promise<void> {
  const pendentes = await listPending(db, steps);
  if (pendentes.length === 0) {
    await migrate(db, steps);
    return;
  }
  const inicio = performance.now();
  const progress = report();
  try {
    progress.say(`Atualização do banco de dados: ${countOf(pendentes)}.`);
    progress.tell('cópia de segurança');
    progress.say(await sayCopyBefore(config));
    progress.tell('à espera da vez, porque outro programa usa o banco');
    const feitos = await migrate(db, steps, (passo) => {
      progress.tell(`passo ${passo} (${pendentes.indexOf(passo) + 1} de ${pendentes.length})`);
    });
    const segundos = Math.ceil((performance.now() - inicio) / 1_000);
    progress.say(
      feitos.length > 0
        ? `Banco de dados atualizado em ${segundos} s.`
        : 'Outro servidor atualizou o banco de dados.',
    );
  } finally {
    await progress.close();
  }
}

/**
 * Migrates the schema of an installation, after a backup: a restoration is the way back. A
 * restoration whose program ended too early is written into the audit.
 * @throws {StartError} when the backup has no room or a step fails, and then nothing is changed
 */
export async function upgrade(
  db: Banco,
  config: UpgradeConfig,
  report: OpenProgress = SILENT,
  steps = migrations,
): Promise<void> {
  await migrateWithCopy(db, config, report, steps);
  const resta = (await readSetting(db, RESTAURADA)) !== undefined;
  if (resta) await auditRestored(db, OPERADOR);
}
