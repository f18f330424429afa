/** Files that no row names: a transaction that was rolled back, a picture that was removed. */
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, readFolderClock } from './files.ts';
import { asideOf, findPlace, LEVEL, readAside } from './names.ts';

/** A row is written within seconds of its file: after an hour none is on its way. */
const IDADE_MS = 3_600_000;
/** Names that one statement looks for. */
const LOTE = 200;

/** Which of these names a row has. */
export type NamesFinder = (nomes: string[]) => Promise<Set<string>>;

interface SweepDeps {
  dir: string;
  findNamed: NamesFinder;
  /** Runs one call to the disk. */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  sinal: AbortSignal;
}

const unlessGone = <T>(obra: Promise<T>): Promise<T | undefined> =>
  obra.catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error;
    return undefined;
  });

const isOld = async (path: string, agora: number): Promise<boolean> => {
  const estado = await unlessGone(stat(path));
  return estado !== undefined && agora - estado.mtimeMs > IDADE_MS;
};

/**
 * Removes a picture that no row names, when it is old. It is put aside first: a picture that was
 * written again in this moment is young, and goes back to its name.
 */
async function removeOld(dir: string, nome: string, agora: number): Promise<number> {
  const lugar = findPlace(dir, nome);
  if (!lugar || !(await isOld(lugar.path, agora))) return 0;
  const fora = join(lugar.pasta, asideOf(nome, 'fora'));
  await rename(lugar.path, fora);
  if (await isOld(fora, agora)) {
    await rm(fora, { force: true });
    return 1;
  }
  await rename(fora, lugar.path);
  return 0;
}

/** Ends what a stopped program began: a file being written, or being removed. */
async function settleAside(
  { dir, findNamed }: SweepDeps,
  nome: string,
  agora: number,
): Promise<number> {
  const { de, estado } = readAside(nome) ?? {};
  const lugar = de === undefined ? undefined : findPlace(dir, de);
  if (!de || !lugar) return 0;
  const path = join(lugar.pasta, nome);
  if (estado === 'fora' && (await findNamed([de])).has(de)) {
    // The bytes of a name never differ, so nothing is lost when it is there already.
    await unlessGone(rename(path, lugar.path));
    return 0;
  }
  if (!(await isOld(path, agora))) return 0;
  await rm(path, { force: true });
  return 1;
}

/** Removes those of these pictures that are old and that no row names; answers how many. */
export async function removeUnnamed(
  { dir, findNamed, run }: Omit<SweepDeps, 'sinal'>,
  nomes: string[],
  agora: number,
): Promise<number> {
  let removidos = 0;
  for (let feitos = 0; feitos < nomes.length; feitos += LOTE) {
    const fatia = nomes.slice(feitos, feitos + LOTE);
    const usados = await findNamed(fatia);
    for (const nome of fatia.filter((cada) => !usados.has(cada))) {
      removidos += (await run(() => unlessGone(removeOld(dir, nome, agora)))) ?? 0;
    }
  }
  return removidos;
}

const listNames = (path: string): Promise<string[]> =>
  readdir(path).catch((error: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return [];
    throw error;
  });

/** Every name in the folders of two levels; no other folder is looked into. */
async function* walkNames({ dir, run, sinal }: SweepDeps): AsyncGenerator<string[]> {
  for (const um of (await run(() => listNames(dir))).filter((nome) => LEVEL.test(nome))) {
    const niveis = await run(() => listNames(join(dir, um)));
    for (const dois of niveis.filter((nome) => LEVEL.test(nome))) {
      if (sinal.aborted) return;
      const nomes = await run(() => listNames(join(dir, um, dois)));
      yield nomes.filter((nome) => nome.startsWith(um + dois));
    }
  }
}

/** Looks through the folder once, and removes what is old and not named; answers how many files. */
export async function sweepFolder(deps: SweepDeps): Promise<number> {
  const { dir, run } = deps;
  const agora = await run(() => readFolderClock(dir));
  let lote: string[] = [];
  let removidos = 0;
  for await (const nomes of walkNames(deps)) {
    for (const nome of nomes) {
      if (readAside(nome)) removidos += await run(() => settleAside(deps, nome, agora));
      else if (findPlace(dir, nome)) lote.push(nome);
    }
    if (lote.length < LOTE) continue;
    removidos += await removeUnnamed(deps, lote, agora);
    lote = [];
  }
  return removidos + (await removeUnnamed(deps, lote, agora));
}
