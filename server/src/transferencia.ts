/** `unipark db move`: the installation of DATA_DIR, into the PostgreSQL of DATABASE_URL. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { upgrade } from './atualizacao.ts';
import { StartError } from './config/leitor.ts';
import type { Config } from './config.ts';
import { isSegredoDasChaves } from './conta/chaves.ts';
import { INTERROMPIDO } from './fipe/comandos.ts';
import { migrations } from './migrations/all.ts';
import { type Banco, openBanco, postgresOf } from './platform/db/banco.ts';
import { storageFaultOf } from './platform/db/errors.ts';
import { migrate } from './platform/db/migrate.ts';
import { type MoveConnection, openConnection } from './platform/db/move/connection.ts';
import { listCopied, MoveInterrupted } from './platform/db/move/copy.ts';
import {
  beginCopy,
  findUsed,
  finishCopy,
  readFeita,
  readOrigem,
} from './platform/db/move/progress.ts';
import { type MoveSource, openSource } from './platform/db/move/source.ts';
import { checkServer } from './platform/db/postgres/requirements.ts';
import { FolderInUse, lockDataDir } from './platform/process/lock.ts';
import { readSegredo } from './platform/secret.ts';
import {
  compareWithReport,
  copyWithReport,
  type TransferReport,
  type TransferWork,
} from './transferenciaRelato.ts';

export const AJUDA_TRANSFERENCIA = [
  '  db move',
  '      Copia a instalação de DATA_DIR para o PostgreSQL de DATABASE_URL, com o servidor parado,',
  '      e confere tabela por tabela. Interrompido, continua de onde parou.',
];

interface TransferDeps extends TransferReport {
  config: Config;
  /** Aborted by Ctrl+C. */
  sinal: AbortSignal;
}

const DE_NOVO = 'Use um banco vazio, feito com createdb -E UTF8 -T template0.';

/** The file of the installation, and the address of its new database. @throws {StartError} */
function findPlaces({ dataDir, databaseUrl }: Config): { arquivo: string; endereco: string } {
  if (databaseUrl === null) {
    throw new StartError('Defina DATABASE_URL e SECRET_FILE: a cópia vai para esse PostgreSQL.');
  }
  const arquivo = join(dataDir, 'unipark.db');
  if (!existsSync(arquivo)) {
    throw new StartError(`Não há instalação em ${dataDir}. Aponte DATA_DIR para a pasta dela.`);
  }
  return { arquivo, endereco: databaseUrl };
}

/** Keeps servers from starting on the folder until it is called back. @throws {StartError} */
function lockFolder({ dataDir }: Config): () => void {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new StartError(`Há um servidor UNIPARK usando a pasta ${dataDir}. Pare-o e repita.`);
  }
}

/** Second factors, tokens and passwords of devices depend on the secret. @throws {StartError} */
async function refuseOtherSegredo(
  db: Banco,
  { dataDir, segredoFile }: Pick<Config, 'dataDir' | 'segredoFile'>,
): Promise<void> {
  const proprio = join(dataDir, 'identidade.segredo');
  const isProprio = existsSync(proprio);
  const conselho = isProprio
    ? `Copie o segredo desta instalação: cp -p ${proprio} ${segredoFile}`
    : 'Use o arquivo que o servidor usava até agora.';
  let segredo: string;
  try {
    segredo = readSegredo(dataDir, segredoFile);
  } catch (cause) {
    throw cause instanceof StartError
      ? new StartError(`${cause.message} ${conselho}`, { cause })
      : cause;
  }
  if (isProprio && readFileSync(proprio, 'utf8').trim() === segredo) return;
  // A folder whose server has a SECRET_FILE already may have no file, or an old one.
  if ((await isSegredoDasChaves(db, segredo)) ?? !isProprio) return;
  throw new StartError(`SECRET_FILE não é o segredo desta instalação. ${conselho}`);
}

/** Brings the file to the newest schema, as a start does: after a backup. */
async function prepareSource(config: Config): Promise<void> {
  const db = openBanco(config.dataDir);
  try {
    // The copy is signed by the secret of the folder: SECRET_FILE is judged after it.
    const proprio = existsSync(join(config.dataDir, 'identidade.segredo'));
    await upgrade(db, { ...config, databaseUrl: null, ...(proprio && { segredoFile: null }) });
    await refuseOtherSegredo(db, config);
  } finally {
    await db.destroy();
  }
}

interface TargetState {
  /** The file of an unfinished copy. */
  origem: string | undefined;
  /** The file of a complete copy. */
  feita: string | undefined;
  /** A table with rows of an installation in use. */
  usada: string | undefined;
}

const refuseUsed = (usada: string | undefined): void => {
  if (usada === undefined) return;
  throw new StartError(`O banco de DATABASE_URL já tem dados (${usada}). ${DE_NOVO}`);
};

/** What the new database holds. @throws {StartError} when a server uses it, or it is another's */
async function examineTarget(para: MoveConnection): Promise<TargetState> {
  if (!(await para.lead())) {
    throw new StartError('Há um servidor UNIPARK usando o PostgreSQL de DATABASE_URL. Pare-o.');
  }
  const origem = await readOrigem(para);
  const feita = await readFeita(para);
  const usada = origem === undefined ? await findUsed(para) : undefined;
  return { origem, feita, usada };
}

/** Copies what is missing, compares, and ends the copy. Answers the exit code. */
async function finish(deps: TransferDeps, de: MoveSource, para: MoveConnection): Promise<number> {
  const { say, config, sinal } = deps;
  const obra: TransferWork = { de, para, sinal };
  try {
    await copyWithReport(deps, obra);
    if (!(await compareWithReport(deps, obra))) {
      say(`A cópia não serve; a pasta ${config.dataDir} continua valendo. ${DE_NOVO}`);
      return 1;
    }
    await finishCopy(para, de.impressao);
    return 0;
  } catch (error) {
    const isParada = error instanceof MoveInterrupted;
    if (isParada) say('Interrompido. Repita o comando para continuar.');
    else if (storageFaultOf(error) === 'fora-do-ar') say('A cópia parou. Repita para continuar.');
    if (!isParada) throw error;
    return INTERROMPIDO;
  }
}

/** Begins a copy or continues it, unless it is complete. Answers the exit code. */
async function move(
  deps: TransferDeps,
  {
    de,
    destino,
    para,
    estado,
  }: { de: MoveSource; destino: Banco; para: MoveConnection; estado: TargetState },
): Promise<number> {
  const { say } = deps;
  const { origem, feita, usada } = estado;
  if (feita === de.impressao) {
    say('Esta instalação já está inteira nesse PostgreSQL.');
    return 0;
  }
  refuseUsed(usada);
  if (origem === undefined) {
    await migrate(destino, migrations);
    await beginCopy(
      para,
      de.impressao,
      listCopied(de).map(({ nome }) => nome),
    );
  } else if (origem === de.impressao) say('Continuando a cópia interrompida.');
  else {
    throw new StartError(
      `O PostgreSQL tem parte de outra instalação, ou desta antes de mudar. ${DE_NOVO}`,
    );
  }
  return finish(deps, de, para);
}

async function moveInto(deps: TransferDeps, arquivo: string, destino: Banco): Promise<number> {
  const { config } = deps;
  const servidor = postgresOf(destino);
  if (!servidor) throw new TypeError('not a PostgreSQL');
  await checkServer(servidor, config.databaseUnsafe);
  const para = await openConnection(servidor);
  let de: MoveSource | undefined;
  try {
    const estado = await examineTarget(para);
    await prepareSource(config);
    de = openSource(arquivo);
    return await move(deps, { de, destino, para, estado });
  } finally {
    de?.close();
    await para.close();
  }
}

/** `db move`: all of the installation, compared row by row. Answers the exit code. */
export async function moveInstallation(deps: TransferDeps): Promise<number> {
  const { config, say } = deps;
  const { arquivo, endereco } = findPlaces(config);
  // Every row is garbage a moment later: without it the heap grows by 200 MB before it is collected.
  setFlagsFromString('--optimize-for-size');
  const unlock = lockFolder(config);
  const destino = openBanco(endereco);
  try {
    const codigo = await moveInto(deps, arquivo, destino);
    if (codigo !== 0) return codigo;
    say(
      `Pronto. Inicie o servidor com DATABASE_URL e SECRET_FILE; guarde a pasta ${config.dataDir} até confiar no banco novo.`,
    );
    return 0;
  } finally {
    await destino.destroy();
    unlock();
  }
}
