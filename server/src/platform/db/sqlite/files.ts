/** Whether the open database files are still the ones in the folder. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, statfsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';

const SUFIXOS = ['', '-wal', '-shm'];

const idOf = (arquivo: string): string => {
  const estado = statSync(arquivo, { throwIfNoEntry: false });
  return estado ? `${estado.dev}:${estado.ino}` : '';
};

export class DatabaseFiles {
  readonly #arquivo: string;
  #ids: string[] = [];

  constructor(arquivo: string) {
    this.#arquivo = arquivo;
  }

  /** Stores which files were just opened. Files that do not exist yet are not watched. */
  note(): void {
    this.#ids = SUFIXOS.map((sufixo) => idOf(this.#arquivo + sufixo));
  }

  /**
   * SQLite continues to write into a deleted file, and these writes are lost when the process ends.
   * @throws SQLITE_READONLY_DBMOVED when a file was deleted or replaced
   */
  check(): void {
    for (const [i, id] of this.#ids.entries()) {
      if (id === '' || idOf(this.#arquivo + SUFIXOS[i]) === id) continue;
      throw new Database.SqliteError(
        'the database file has been moved since it was opened',
        'SQLITE_READONLY_DBMOVED',
      );
    }
  }
}

/** Whether the disk is read-only, independent of permissions. */
export function isReadOnlyDisk(pasta: string): boolean {
  try {
    accessSync(pasta, constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}

const PAGINA = 4_096;

/** Allocates disk space for every zero page of a file. */
const OCUPAR = `
const fs = require('node:fs');
const fd = fs.openSync(process.argv[1], 'r+');
const tudo = fs.readFileSync(fd);
for (let i = 0; i + ${PAGINA} <= tudo.length; i += ${PAGINA}) {
  if (tudo.subarray(i, i + ${PAGINA}).some((byte) => byte !== 0)) continue;
  for (let j = i; j < i + ${PAGINA}; j += 512) fs.writeSync(fd, tudo, j, 1, j);
}`;

/**
 * SQLite's shared memory is a mapped file. On a disk with blocks smaller than a page it has holes,
 * and access to a hole on a full disk ends the process (SIGBUS). Another process fills the holes,
 * because closing the file in this one would drop SQLite's locks on it.
 */
export function fillHoles(arquivo: string): void {
  const shm = `${arquivo}-shm`;
  if (statfsSync(arquivo).bsize >= PAGINA || statSync(shm, { throwIfNoEntry: false }) === undefined)
    return;
  spawnSync(process.execPath, ['-e', OCUPAR, shm], { stdio: 'ignore' });
}

/** ext4 keeps 2 % for itself. */
const RESERVA_EXT4 = 0.03;

/** Bytes of the disk that this process may still use. */
export function freeBytes(pasta: string): number {
  const { bavail, bfree, blocks, bsize } = statfsSync(pasta);
  if (process.getuid?.() !== 0) return bavail * bsize;
  // The root user may use the reserved part too, except what ext4 keeps for itself.
  return Math.max(bavail, Math.floor(bfree - blocks * RESERVA_EXT4)) * bsize;
}
