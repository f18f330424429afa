/** Makes backups, and verifies them. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { StartError } from '../config/leitor.ts';
import { nowDate, nowIso, nowMs } from '../platform/clock.ts';
import { DatabaseDamaged } from '../platform/db/backup/examine.ts';
import { syncPath } from '../platform/db/backup/snapshot.ts';
import { ProgramFailed } from '../platform/db/dump/programs.ts';
import { storageFaultOf } from '../platform/db/errors.ts';
import { freeBytes } from '../platform/db/sqlite/files.ts';
import {
  digestOf,
  isAuthentic,
  MANIFESTO,
  type ManifestoCopia,
  markOf,
  readManifesto,
  SEGREDO,
  writeManifesto,
} from './manifesto.ts';
import { type CopiasOwner, claimPasta } from './mark.ts';
import { bancoOf, examineBanco, type OriginalDeps, openOriginal, sizeOf } from './original.ts';

/** Left free on the disk, so that the gate goes on. */
const FOLGA = 64 * 1_048_576;
const NOME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
const PARCIAL = '.parcial';
const partialOf = (pid: number): string => `.${pid}${PARCIAL}`;
/** No copy takes this long: the program that made it has ended. */
const ABANDONADA_MS = 86_400_000;

export interface Copia {
  pasta: string;
  manifesto: ManifestoCopia;
}

export interface CopiaDeps extends OriginalDeps {
  /** The folder of the backups, which is made when it is missing. */
  copias: string;
  versao: string;
  segredo: string;
  /** When it is made, by the clock that all servers of a database share; absent: by the machine's. */
  criada_em?: string;
  /** Also keeps the secret: with it, what is sealed in the backup can be opened. */
  comSegredo: boolean;
}

/** @throws {StartError} when the work, as `nome` calls it, would fill the disk */
export function requireSpace(nome: string, bytes: number, pasta: string, conselho = ''): void {
  const precisa = bytes + FOLGA;
  const livres = freeBytes(pasta);
  if (livres >= precisa) return;
  const [faltam, tem] = [precisa, livres].map((bytes) => Math.ceil(bytes / 1_048_576));
  throw new StartError(
    `${nome} precisa de ${faltam} MB livres em ${pasta}, que tem ${tem} MB. Libere espaço.${conselho}`,
  );
}

async function createFolder(pasta: string): Promise<void> {
  await mkdir(pasta, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    const { code } = cause as NodeJS.ErrnoException;
    throw new StartError(
      `A cópia de segurança não pôde ser feita: a pasta ${pasta} não aceita arquivos (${code}). Ajuste a pasta, ou use outra: unipark backup --para PASTA.`,
      { cause },
    );
  });
}

/** Removes what killed programs left. */
async function removeAbandoned(copias: string): Promise<void> {
  for (const nome of (await readdir(copias)).filter((nome) => nome.endsWith(PARCIAL))) {
    const pasta = join(copias, nome);
    const estado = await stat(pasta).catch(() => undefined);
    if (!estado || nowMs() - estado.mtimeMs < ABANDONADA_MS) continue;
    await rm(pasta, { recursive: true, force: true });
  }
}

/** Removes what a process of this machine, which has ended, did not finish. */
export async function removeUnfinished(copias: string, pid: number): Promise<void> {
  const nomes = await readdir(copias).catch(() => []);
  for (const nome of nomes.filter((nome) => nome.endsWith(partialOf(pid)))) {
    await rm(join(copias, nome), { recursive: true, force: true });
  }
}

/** A fault of the disk or of the file as one sentence; any other error as it is. */
function explainFault(error: unknown, copias: string): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (error instanceof DatabaseDamaged || storageFaultOf(error) === 'danificado') {
    return new StartError(
      'O banco de dados está danificado e não pode ser copiado. Restaure uma cópia de segurança anterior: unipark restore PASTA.',
      { cause: error },
    );
  }
  if (storageFaultOf(error) === 'cheio' || ['ENOSPC', 'EDQUOT'].includes(code)) {
    return new StartError(
      `O disco da pasta ${copias} encheu durante a cópia de segurança, que foi desfeita. As anteriores continuam lá.`,
      { cause: error },
    );
  }
  if (error instanceof ProgramFailed) {
    const [ultima = ''] = error.dito.split('\n').reverse();
    return new StartError(`O PostgreSQL não foi copiado: ${ultima}`, { cause: error });
  }
  if (storageFaultOf(error) === 'fora-do-ar') {
    return new StartError('O PostgreSQL não respondeu, e a cópia não foi feita.', { cause: error });
  }
  return error;
}

/**
 * Makes a backup, and verifies it before it has its name: a folder with the database and the
 * manifest. A copy that was interrupted has a name that no other command reads.
 * @throws {StartError} one sentence
 */
export async function createCopia(deps: CopiaDeps): Promise<Copia> {
  const { copias, versao, segredo, comSegredo, criada_em = nowIso() } = deps;
  const original = openOriginal(deps);
  await createFolder(copias);
  await removeAbandoned(copias);
  const pasta = join(copias, criada_em.replaceAll(/[:.]/g, '-'));
  const parcial = `${pasta}${partialOf(process.pid)}`;
  await createFolder(parcial);
  try {
    const conselho = ' O comando unipark backup aceita outra pasta com --para.';
    requireSpace('A cópia de segurança', await original.size(), copias, conselho);
    const banco = join(parcial, original.nome);
    const { passos, linhas, auditoria } = await original.copy(parcial);
    const [bytes, sha256, marca] = [await sizeOf(banco), await digestOf(banco), markOf(segredo)];
    const conteudo = {
      ...{ formato: 1 as const, versao, criada_em, passos, linhas, auditoria },
      ...{ bytes, sha256, segredo: marca },
    };
    if (comSegredo) await writeFile(join(parcial, SEGREDO), segredo, { mode: 0o600, flush: true });
    const manifesto = await writeManifesto(parcial, conteudo, segredo);
    await syncPath(parcial);
    await rename(parcial, pasta);
    await syncPath(copias);
    return { pasta, manifesto };
  } catch (error) {
    await rm(parcial, { recursive: true, force: true });
    throw explainFault(error, copias);
  }
}

/**
 * Copies a backup into the folder of another disk or machine, where it has its name when it is whole.
 * @throws {StartError} one sentence; the backup itself stays
 */
export async function carryCopia(
  { pasta, manifesto }: Copia,
  { destino, owner }: { destino: string; owner: CopiasOwner },
): Promise<void> {
  const levada = join(destino, basename(pasta));
  const parcial = `${levada}${partialOf(process.pid)}`;
  try {
    await claimPasta(destino, owner);
    await removeAbandoned(destino);
    await cp(pasta, parcial, { recursive: true });
    // A copy that has its name survives a power cut whole.
    for (const nome of await readdir(parcial)) await syncPath(join(parcial, nome));
    if ((await digestOf(bancoOf(parcial))) !== manifesto.sha256)
      throw new Error('the bytes differ');
    await syncPath(parcial);
    await rename(parcial, levada);
    await syncPath(destino);
  } catch (cause) {
    await rm(parcial, { recursive: true, force: true }).catch(() => undefined);
    if (cause instanceof StartError) throw cause;
    const { code = String(cause) } = cause as NodeJS.ErrnoException;
    throw new StartError(
      `A cópia foi feita em ${pasta}, mas não chegou a ${destino} (${code}). Confira COPIAS_DIR: o disco dela está montado e tem espaço?`,
      { cause },
    );
  }
}

/** The instant in the name of a backup. */
export const instantOf = (nome: string): Date =>
  new Date(nome.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z'));

/** Whether a name is that of a backup. */
export const isNomeDeCopia = (nome: string): boolean =>
  NOME.test(nome) && !Number.isNaN(instantOf(nome).getTime());

/** The names of the complete backups, the newest first. */
export async function listCopias(copias: string): Promise<string[]> {
  const nomes = await readdir(copias).catch(() => []);
  return nomes.filter(isNomeDeCopia).sort().reverse();
}

const refuse = (pasta: string, motivo: string): never => {
  throw new StartError(`A cópia ${pasta} não serve: ${motivo}.`);
};

/**
 * When a backup was verified last: its manifest's time. It was verified as it was made. Undefined
 * when it is gone: the rotation removes backups at any moment.
 */
export const verifiedAt = async (pasta: string): Promise<string | undefined> =>
  (await stat(join(pasta, MANIFESTO)).catch(() => undefined))?.mtime.toISOString();

/**
 * Reads a backup whole: its bytes, its signature, every page, its rows and the audit's chain.
 * @throws {StartError} why it cannot be restored
 */
export async function verifyCopia(pasta: string, segredo: string | undefined): Promise<Copia> {
  const banco = bancoOf(pasta);
  if (!existsSync(pasta)) return refuse(pasta, 'a pasta não existe');
  const manifesto = await readManifesto(pasta);
  if (!manifesto || !existsSync(banco)) return refuse(pasta, 'não é uma cópia completa do UNIPARK');
  if (segredo !== undefined && isAuthentic(manifesto, segredo) === false) {
    return refuse(pasta, 'o manifesto foi alterado');
  }
  if ((await digestOf(banco)) !== manifesto.sha256) {
    return refuse(pasta, 'o banco de dados não é o que foi copiado');
  }
  try {
    const { linhas, quebra, auditoria } = await examineBanco(banco);
    if (quebra !== undefined || auditoria !== manifesto.auditoria) {
      return refuse(pasta, 'a cadeia da auditoria não confere');
    }
    const outra = Object.keys(manifesto.linhas).find(
      (nome) => linhas[nome] !== manifesto.linhas[nome],
    );
    if (outra) return refuse(pasta, `a tabela ${outra} não tem as linhas do manifesto`);
    // On a disk that is only for reading the time stays.
    await utimes(join(pasta, MANIFESTO), nowDate(), nowDate()).catch(() => undefined);
    return { pasta, manifesto };
  } catch (error) {
    if (error instanceof DatabaseDamaged) return refuse(pasta, 'o banco de dados está danificado');
    throw error;
  }
}

/** @throws {StartError} when the backup has a schema that this program does not know */
export function refuseNewer({ manifesto }: Copia, conhecidos: readonly string[]): void {
  if (manifesto.passos.every((passo) => conhecidos.includes(passo))) return;
  throw new StartError('A cópia é de uma versão mais nova do UNIPARK. Atualize o programa.');
}
