/** The operator's tool. It works while the server runs, in its own short transactions. */
import { listPassos, prepareRestored, upgrade } from './atualizacao.ts';
import { AJUDA_AUDITORIA, verifyAudit } from './auditoria/comandos.ts';
import type { Config } from './config.ts';
import { AJUDA_CONTAS, createUser, resetPassword } from './conta/comandos.ts';
import { createIdentidade } from './conta/identidade.ts';
import {
  AJUDA_USUARIOS,
  type ComandosDeps,
  disableUser,
  enableUser,
  inviteUser,
  listUsers,
  setAdmin,
} from './conta/usuarios/comandos.ts';
import {
  AJUDA_COPIAS,
  backup,
  type CopiasDeps,
  createChaves,
  restore,
  verifyBackup,
} from './copias/comandos.ts';
import { examine } from './doctor.ts';
import { AJUDA_SYNC, type ComandoCatalogo, syncCatalogo } from './fipe/comandos.ts';
import { AJUDA_IMPORT, importCatalogo } from './fipe/importacao/comandos.ts';
import { createProgresso } from './fipe/progresso.ts';
import { AJUDA_IMPORTAR, importArquivo } from './importacoes/comandos.ts';
import { AJUDA_SINCRONIZAR, syncRegister } from './importacoes/sincronizacao/comandos.ts';
import { openInstallation } from './installation.ts';
import { passagensService } from './passagens/service.ts';
import { OPERADOR } from './platform/audit.ts';
import { type Banco, followDatabaseClock, openBanco } from './platform/db/banco.ts';
import { storageFaultOf } from './platform/db/errors.ts';
import { refuseUnfinished } from './platform/db/move/progress.ts';
import { Problem } from './platform/errors.ts';
import { EventLog } from './platform/events.ts';
import { FolderInUse, lockDataDir } from './platform/process/lock.ts';
import { openOutput } from './platform/process/output.ts';
import { openProgress } from './platform/process/progress.ts';
import { explainStartFailure } from './platform/process/startup.ts';
import { onTermination } from './platform/process/stop.ts';
import { seed } from './seed.ts';
import { AJUDA_TRANSFERENCIA, moveInstallation } from './transferencia.ts';

const AJUDA = [
  'Uso: npm run unipark -- COMANDO',
  ...AJUDA_CONTAS,
  ...AJUDA_USUARIOS,
  ...AJUDA_IMPORTAR,
  ...AJUDA_SINCRONIZAR,
  ...AJUDA_IMPORT,
  ...AJUDA_SYNC,
  ...AJUDA_COPIAS,
  ...AJUDA_AUDITORIA,
  ...AJUDA_TRANSFERENCIA,
  '  doctor',
  '      Verifica a instalação e indica o que falta.',
].join('\n');

const SINAIS = { bom: '✓', aviso: '!', falha: '✕' };

const say = (linha: string): void => console.log(linha);

/**
 * Without a running server schema and data may be older than this program, so they are migrated.
 * Answers whether a server runs on the folder.
 */
async function prepare(db: Banco, config: Config, comando: string): Promise<boolean> {
  const { dataDir } = config;
  let unlock: (() => void) | undefined;
  try {
    unlock = lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof FolderInUse) return true;
    throw error;
  }
  try {
    await refuseUnfinished(db);
    await upgrade(db, config, () => openProgress(openOutput(1)));
    await seed(db);
  } catch (error) {
    // The doctor reports a broken disk, instead of failing on it.
    if (comando !== 'doctor' || storageFaultOf(error) === undefined) throw error;
  } finally {
    unlock();
  }
  return false;
}

async function doctor(db: Banco, config: Config): Promise<number> {
  const exames = await examine(db, config);
  for (const { nivel, texto } of exames) say(`${SINAIS[nivel]} ${texto}`);
  return exames.some(({ nivel }) => nivel === 'falha') ? 1 : 0;
}

type Deps = ComandosDeps & Parameters<typeof createUser>[0];

const DE_CONTAS: Record<string, (deps: Deps, args: string[]) => Promise<void>> = {
  'user create': createUser,
  'user reset-password': resetPassword,
  'user list': listUsers,
  'user disable': disableUser,
  'user enable': enableUser,
  'user admin': setAdmin,
  'user invite': inviteUser,
};

const DE_CATALOGO: Record<string, ComandoCatalogo> = {
  'fipe import': importCatalogo,
  'fipe sync': syncCatalogo,
};

/** A longer name before one that it begins with. */
const DE_COPIAS: Record<string, (deps: CopiasDeps, args: string[]) => Promise<void>> = {
  'backup verify': verifyBackup,
  'backup chave': createChaves,
  backup,
  restore,
};

const IMPORTACAO = 'import';
const SINCRONIZACAO = 'sincronizar';
const TRANSFERENCIA = 'db move';
const CONFERENCIA = 'audit verify';
const COMANDOS = [
  'doctor',
  CONFERENCIA,
  IMPORTACAO,
  SINCRONIZACAO,
  TRANSFERENCIA,
  ...[DE_COPIAS, DE_CONTAS, DE_CATALOGO].flatMap(Object.keys),
];

const openProgresso = (unidade: string) => createProgresso(process.stdout, unidade);

/** The first Ctrl+C asks for a clean end; a second one ends at once. */
function interruption(): AbortSignal {
  const interrupcao = new AbortController();
  onTermination(
    () => interrupcao.abort(),
    () => process.exit(130),
  );
  return interrupcao.signal;
}

async function run(
  db: Banco,
  config: Config,
  { comando, args, served }: { comando: string; args: string[]; served: boolean },
): Promise<number> {
  if (comando === 'doctor') return doctor(db, config);
  if (comando === CONFERENCIA) return verifyAudit(db, say);
  const doCatalogo = DE_CATALOGO[comando];
  if (doCatalogo) {
    const sinal = interruption();
    return doCatalogo({ db, config, served, autor: OPERADOR, say, openProgresso, sinal }, args);
  }
  if (comando === IMPORTACAO || comando === SINCRONIZACAO) {
    const log = { error: () => undefined, warn: () => undefined };
    const passagens = passagensService({ db, eventos: new EventLog(db, log), log });
    const onChange = passagens.repaintMany;
    const sinal = interruption();
    const deps = { db, served, autor: OPERADOR, say, openProgresso, sinal, onChange };
    if (comando === SINCRONIZACAO) return syncRegister({ ...deps, config });
    return importArquivo(deps, args);
  }
  const identidade = await createIdentidade({ db, config });
  await DE_CONTAS[comando]?.({ db, config, identidade, say }, args);
  return 0;
}

async function main(argv: string[]): Promise<number> {
  const comando = COMANDOS.find((nome) => `${argv.join(' ')} `.startsWith(`${nome} `));
  if (!comando) {
    const [desconhecido] = argv;
    const pediuAjuda = desconhecido === undefined || argv.includes('--help');
    if (!pediuAjuda)
      process.stderr.write(`Comando desconhecido: ${argv.slice(0, 2).join(' ')}\n\n`);
    say(AJUDA);
    return pediuAjuda ? 0 : 2;
  }
  const config = openInstallation(process.env);
  if (comando === TRANSFERENCIA) {
    return moveInstallation({ config, say, openProgresso, sinal: interruption() });
  }
  const args = argv.slice(comando.split(' ').length);
  const daCopia = DE_COPIAS[comando];
  if (daCopia) {
    const prepare = (pasta: string, copia: string) => prepareRestored(pasta, OPERADOR, copia);
    await daCopia({ config, say, prepare, listPassos }, args);
    return 0;
  }
  const db = openBanco(config.databaseUrl ?? config.dataDir);
  try {
    // A database that is away is reported by the command.
    await followDatabaseClock(db).catch(() => undefined);
    const served = await prepare(db, config, comando);
    return await run(db, config, { comando, args, served });
  } finally {
    await db.destroy();
  }
}

/** One line in Portuguese; only an unexpected error keeps its stack. */
function explain(error: unknown): string {
  if (error instanceof Problem) {
    return Object.values(error.extras.campos ?? {}).join('\n') || error.message;
  }
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code.startsWith('ERR_PARSE_ARGS')) return `Opção desconhecida ou incompleta.\n${AJUDA}`;
  return explainStartFailure(error);
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  return 1;
});
