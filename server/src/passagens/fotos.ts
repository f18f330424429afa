/** The pictures of readings: in the folder of the installation, or in the database. */

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import {
  afterCommit,
  type Banco,
  filesOf,
  isLeader,
  type Transacao,
} from '../platform/db/banco.ts';
import type { DiskWatch } from '../platform/disk.ts';
import {
  createPictureFolder,
  type OpenPicture,
  type PictureFolder,
} from '../platform/folder/folder.ts';
import { claimFolder } from '../platform/folder/mark.ts';
import { answerInTime } from '../platform/folder/patience.ts';
import { type FotoRow, findBytes, findNamed, hasArquivos, removeFotos } from './fotosRepo.ts';
import type { FotoLida } from './leitura.ts';

const VAZIO = Buffer.alloc(0);
/** The same words as of a folder that refuses a picture. */
const SEM_ESPACO = 'O disco das fotos está cheio: leituras e alertas continuam, sem fotos novas.';

interface FotosDeps {
  db: Banco;
  /** null: new pictures go into the database. */
  pasta: PictureFolder | null;
  discos?: Pick<DiskWatch, 'find'> | undefined;
}

export function createFotos({ db, pasta, discos }: FotosDeps) {
  /** What room is left is for readings and the register. PostgreSQL's own disk is not known here. */
  function isFull(): boolean {
    const disco = pasta ? 'fotos' : filesOf(db) && 'dados';
    return disco !== undefined && discos?.find(disco)?.nivel === 'cheio';
  }

  const findUsed = (nomes: string[]) => findNamed(db, nomes);

  /** Opens a picture; undefined when its file is not there. */
  async function open({ id, arquivo }: FotoRow): Promise<OpenPicture | undefined> {
    if (arquivo !== null) return pasta?.open(arquivo);
    const bytes = await findBytes(db, id);
    return (
      bytes && { tamanho: bytes.length, stream: Readable.from([bytes], { objectMode: false }) }
    );
  }

  /** Removes those of these files that no row names; never throws, because the sweep comes later. */
  async function release(nomes: string[]): Promise<void> {
    if (pasta && nomes.length > 0) await pasta.release(nomes, findUsed);
  }

  return {
    open,

    /** The bytes of a picture; undefined when its file is not there. */
    async read(foto: FotoRow): Promise<Uint8Array | undefined> {
      const aberta = await open(foto);
      return aberta && buffer(aberta.stream).catch(() => undefined);
    },

    /**
     * Writes the pictures of a reading to the folder, before the transaction that stores the
     * reading: a row never names a file that is not on disk. A picture that the folder refuses is
     * left out, because the reading and its alarm matter more.
     */
    async keep(imagens: FotoLida[]): Promise<FotoLida[]> {
      if (isFull()) return [];
      if (!pasta) return imagens;
      const guardadas: FotoLida[] = [];
      for (const { papel, jpeg } of imagens) {
        const arquivo = await pasta.keep(jpeg);
        if (arquivo !== undefined) guardadas.push({ papel, jpeg: VAZIO, arquivo });
      }
      return guardadas;
    },

    /** Removes the pictures of a reading, and after the commit the files that no row names. */
    async remove(trx: Transacao, leitura: number): Promise<void> {
      const nomes = await removeFotos(trx, 'leitura_id', [leitura]);
      afterCommit(trx, () => void release(nomes));
    },

    release,

    /** Starts the removal of files that no row names, on one node only. For the housekeeping. */
    async prune(): Promise<void> {
      if (pasta && isLeader(db)) void pasta.sweep(findUsed);
    },

    /** What the folder cannot do at the moment, as a sentence for staff; null when it works. */
    getNotice: (): string | null => pasta?.getNotice() ?? (isFull() ? SEM_ESPACO : null),

    stop: async (): Promise<void> => pasta?.stop(),
  };
}

/**
 * The pictures of an installation, in ARQUIVOS_DIR when it is set.
 * @throws {StartError} one sentence about a folder that cannot be used
 */
export async function openFotos({
  config: { arquivosDir: dir, dataDir },
  db,
  siteRoot,
  discos,
  log,
}: {
  config: Pick<Config, 'arquivosDir' | 'dataDir'>;
  db: Banco;
  siteRoot: string;
  discos: Pick<DiskWatch, 'find'>;
  log: FastifyBaseLogger;
}): Promise<Fotos> {
  if (dir === null) return createFotos({ db, pasta: null, discos });
  const isUsed = () => hasArquivos(db);
  const id = await answerInTime(dir, () => claimFolder(db, dir, { dataDir, siteRoot, isUsed }));
  const pasta = createPictureFolder({ dir, id, log });
  // Not waited for: a disk that does not answer must not delay the start.
  void pasta.check();
  return createFotos({ db, pasta, discos });
}

export type Fotos = ReturnType<typeof createFotos>;
