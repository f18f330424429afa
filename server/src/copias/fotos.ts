/**
 * The pictures of ARQUIVOS_DIR beside the backups: the folder `fotos` has each one once, for all
 * backups whose database names it. A picture's name is the SHA-256 of its bytes.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { StartError } from '../config/leitor.ts';
import { nowDate, nowMs, systemClock } from '../platform/clock.ts';
import { listValues, openValues, readSettingOf } from '../platform/db/backup/values.ts';
import { codeOf, openPicture, writePicture } from '../platform/folder/files.ts';
import { AJUSTE_PASTA, adoptFolder } from '../platform/folder/mark.ts';
import { findPlace, nameOf } from '../platform/folder/names.ts';
import { sweepFolder } from '../platform/folder/sweep.ts';
import { listCopias } from './copia.ts';
import { citadasOf, IMAGENS } from './original.ts';

export const FOTOS = 'fotos';
/** In the folder of a backup: its pictures have been carried. */
const LEVADAS = 'fotos.json';
/** In the folder of the pictures: its time is that of the last sweep. */
const VARRIDA = 'varrida';
/** Once a day every name is looked at: what is missing is carried again, what is left is removed. */
const VARRER_MS = 20 * 3_600_000;

const Levadas = z.object({
  fotos: z.number(),
  /** Named by the database, and not in ARQUIVOS_DIR: removed since then, or damaged. */
  faltam: z.number(),
});
export type FotosLevadas = z.infer<typeof Levadas>;

/** What was carried for a backup; undefined while that is not complete. */
export async function readLevadas(pasta: string): Promise<FotosLevadas | undefined> {
  const texto = await readFile(join(pasta, LEVADAS), 'utf8').catch(() => undefined);
  if (texto === undefined) return undefined;
  try {
    return Levadas.parse(JSON.parse(texto));
  } catch {
    // A power cut or a full disk may leave it empty.
    return undefined;
  }
}

const exists = (dir: string, nome: string): Promise<boolean> =>
  stat(findPlace(dir, nome)?.path ?? dir).then(
    (estado) => estado.isFile(),
    () => false,
  );

/** A picture; undefined when it is not there, or its bytes are not those of its name. */
export async function readFoto(de: string, nome: string): Promise<Uint8Array | undefined> {
  const aberta = await openPicture(de, nome);
  if (!aberta) return undefined;
  const jpeg = await aberta.arquivo.readFile().finally(() => aberta.arquivo.close());
  return nameOf(jpeg) === nome ? jpeg : undefined;
}

/** Copies one picture; false when it is not there, or its bytes are not those of its name. */
async function copyFoto(de: string, para: string, nome: string): Promise<boolean> {
  const jpeg = await readFoto(de, nome);
  if (jpeg) await writePicture(para, nome, jpeg);
  return jpeg !== undefined;
}

/** The newest backup before this one whose pictures have all been carried. */
async function findCarried(copias: string, nome: string): Promise<string | undefined> {
  for (const outra of await listCopias(copias)) {
    if (outra >= nome) continue;
    if ((await readLevadas(join(copias, outra)))?.faltam === 0)
      return citadasOf(join(copias, outra));
  }
  return undefined;
}

async function isSweepDue(dir: string): Promise<boolean> {
  const ultima = await stat(join(dir, VARRIDA)).catch(() => undefined);
  return !ultima || nowMs() - ultima.mtimeMs >= VARRER_MS;
}

interface CarryDeps {
  /** The folder of the backups, which has this one. */
  copias: string;
  nome: string;
  arquivosDir: string;
  /** Stops after this time; the next call goes on. */
  prazoMs?: number;
}

/**
 * Copies the pictures that a backup names and that the folder does not have. Answers undefined when
 * the time was not enough.
 * @throws {StartError} one sentence; the backup itself stays
 */
export async function carryFotos(deps: CarryDeps): Promise<FotosLevadas | undefined> {
  const { copias, nome, arquivosDir, prazoMs = Number.POSITIVE_INFINITY } = deps;
  const [pasta, dir] = [join(copias, nome), join(copias, FOTOS)];
  const fim = systemClock.elapsed() + prazoMs;
  const total: FotosLevadas = { fotos: 0, faltam: 0 };
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    // Those of an older backup are here already, and are not looked for again.
    const anterior = (await isSweepDue(dir)) ? undefined : await findCarried(copias, nome);
    for (const nomes of listValues(citadasOf(pasta), IMAGENS, anterior)) {
      for (const foto of nomes) {
        if (systemClock.elapsed() >= fim) return undefined;
        if (await exists(dir, foto)) continue;
        const veio = await copyFoto(arquivosDir, dir, foto);
        total[veio ? 'fotos' : 'faltam'] += 1;
      }
    }
    const texto = `${JSON.stringify(total)}\n`;
    await writeFile(join(pasta, LEVADAS), texto, { mode: 0o600, flush: true });
    return total;
  } catch (cause) {
    throw new StartError(
      `A cópia está em ${pasta}, mas nem todas as fotos: ${codeOf(cause) || String(cause)}. Confira o disco de ${copias} e o de ARQUIVOS_DIR.`,
      { cause },
    );
  }
}

/** Counts the pictures that a backup names, and those that are not beside it. */
export async function countFotos(pasta: string, dir: string): Promise<FotosLevadas> {
  const total: FotosLevadas = { fotos: 0, faltam: 0 };
  for (const nomes of listValues(citadasOf(pasta), IMAGENS)) {
    for (const foto of nomes) {
      total.fotos += 1;
      if (!(await exists(dir, foto))) total.faltam += 1;
    }
  }
  return total;
}

interface BringDeps {
  pasta: string;
  arquivosDir: string;
  /** The bytes of a picture beside the backup; undefined where it is missing. */
  read: (nome: string) => Promise<Uint8Array | undefined>;
}

/**
 * Copies the pictures of a backup that ARQUIVOS_DIR does not have back to it. What it has stays.
 * @throws {StartError} when the folder belongs to another installation
 */
export async function bringFotos({ pasta, arquivosDir, read }: BringDeps): Promise<FotosLevadas> {
  const banco = citadasOf(pasta);
  const id = readSettingOf(banco, AJUSTE_PASTA);
  const total: FotosLevadas = { fotos: 0, faltam: 0 };
  if (id === undefined) return total;
  await adoptFolder(arquivosDir, id);
  for (const nomes of listValues(banco, IMAGENS)) {
    for (const foto of nomes) {
      if (await exists(arquivosDir, foto)) continue;
      const jpeg = await read(foto);
      const veio = jpeg !== undefined && nameOf(jpeg) === foto;
      if (veio) await writePicture(arquivosDir, foto, jpeg);
      total[veio ? 'fotos' : 'faltam'] += 1;
    }
  }
  return total;
}

/** Removes, once a day, the pictures that no backup of the folder names; answers how many. */
export async function sweepFotos(copias: string): Promise<number> {
  const dir = join(copias, FOTOS);
  if (!existsSync(dir) || !(await isSweepDue(dir))) return 0;
  const nomes = await listCopias(copias);
  const bancos = nomes.map((nome) => citadasOf(join(copias, nome))).filter(existsSync);
  // A disk that shows none of them is no reason to remove every picture.
  if (bancos.length === 0) return 0;
  const usadas = openValues(bancos, IMAGENS);
  try {
    const removidas = await sweepFolder({
      dir,
      findNamed: async (fotos) => usadas.find(fotos),
      run: (work) => work(),
      sinal: new AbortController().signal,
    });
    const varrida = join(dir, VARRIDA);
    await writeFile(varrida, '', { mode: 0o600 });
    await utimes(varrida, nowDate(), nowDate());
    return removidas;
  } finally {
    usadas.close();
  }
}
