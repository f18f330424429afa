import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../platform/startup.ts';

const ARQUIVO = 'identidade.segredo';

function create(arquivo: string): void {
  const novo = `${arquivo}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(novo, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true });
  try {
    linkSync(novo, arquivo);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(novo, { force: true });
  }
}

/**
 * The secret that signs the session cookie and encrypts the signing keys. Made at first start,
 * whole or not at all, and kept in the data folder for its owner's eyes only.
 * @throws {StartError} when it is damaged or cannot be made
 */
export function readSegredo(dataDir: string): string {
  const arquivo = join(dataDir, ARQUIVO);
  for (const primeira of [true, false]) {
    try {
      const segredo = readFileSync(arquivo, 'utf8').trim();
      if (segredo.length < 32) {
        throw new StartError(
          `O arquivo ${arquivo} está danificado. Restaure-o de uma cópia ou apague-o: todos entram de novo.`,
        );
      }
      return segredo;
    } catch (error) {
      if (!primeira || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      mkdirSync(dataDir, { recursive: true, mode: 0o700 });
      create(arquivo);
    }
  }
  throw new StartError(`Não foi possível criar ${arquivo}.`);
}

/** A signature for one purpose; two purposes never share a key. */
export const sign = (segredo: string, finalidade: string, texto: string): string =>
  createHmac('sha256', `${finalidade}\0${segredo}`).update(texto).digest('base64url');
