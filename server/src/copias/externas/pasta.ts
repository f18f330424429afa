/** A folder as a place for encrypted copies. */

import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { nowMs } from '../../platform/clock.ts';
import { syncPath } from '../../platform/db/backup/snapshot.ts';
import type { Deposito, PackageBytes } from './deposito.ts';

const PARCIAL = '.parcial';
/** No copy takes this long: the program that made it has ended. */
const ABANDONADA_MS = 86_400_000;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function digestFile(arquivo: string): Promise<string> {
  const resumo = createHash('sha256');
  await pipeline(createReadStream(arquivo), resumo);
  return resumo.digest('hex');
}

/** Writes and syncs a new file; `resumo` hears its bytes. Answers its size. */
async function writeFileOf(arquivo: string, bytes: PackageBytes, resumo: Hash): Promise<number> {
  const aberto = await open(arquivo, 'w', 0o600);
  let escritos = 0;
  try {
    for await (const parte of bytes) {
      await aberto.writeFile(parte);
      resumo.update(parte);
      escritos += parte.length;
    }
    await aberto.sync();
  } finally {
    await aberto.close();
  }
  return escritos;
}

export function openPasta(pasta: string): Deposito {
  return {
    async list(nivel) {
      const entradas = await readdir(join(pasta, nivel), { withFileTypes: true }).catch(
        (error: unknown) => {
          if (isMissing(error)) return [];
          throw error;
        },
      );
      return entradas
        .filter((entrada) => entrada.isFile() && !entrada.name.endsWith(PARCIAL))
        .map(({ name }) => nivel + name);
    },

    async put(nome, bytes) {
      const arquivo = join(pasta, nome);
      const parcial = `${arquivo}.${process.pid}${PARCIAL}`;
      await mkdir(dirname(arquivo), { recursive: true, mode: 0o700 });
      const resumo = createHash('sha256');
      try {
        const escritos = await writeFileOf(parcial, bytes, resumo);
        if ((await digestFile(parcial)) !== resumo.digest('hex'))
          throw new Error('the bytes differ');
        await rename(parcial, arquivo);
        await syncPath(dirname(arquivo));
        return escritos;
      } catch (error) {
        await rm(parcial, { force: true }).catch(() => undefined);
        throw error;
      }
    },

    read: (nome) =>
      readFile(join(pasta, nome), 'utf8').catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      }),

    async remove(nome) {
      try {
        await rm(join(pasta, nome), { force: true });
        return true;
      } catch (error) {
        if (['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
        throw error;
      }
    },

    async removeUnfinished() {
      const nomes = await readdir(pasta).catch(() => []);
      for (const nome of nomes.filter((nome) => nome.endsWith(PARCIAL))) {
        const estado = await stat(join(pasta, nome)).catch(() => undefined);
        if (!estado || nowMs() - estado.mtimeMs < ABANDONADA_MS) continue;
        await rm(join(pasta, nome), { force: true });
      }
    },
  };
}
