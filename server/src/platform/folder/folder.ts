/**
 * The folder of pictures of an installation. Its faults never reach a reading: a picture that
 * cannot be written is left out, and one that cannot be read is not there.
 */

import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { codeOf, openPicture, readFolderClock, writePicture } from './files.ts';
import { requireMark } from './mark.ts';
import { nameOf } from './names.ts';
import { createPatience } from './patience.ts';
import { type NamesFinder, removeUnnamed, sweepFolder } from './sweep.ts';

const COMPASSO_MS = 5_000;
const PARTE = 65_536;

type FolderFault =
  | 'cheia'
  | 'somente-leitura'
  | 'ausente'
  | 'sem-permissao'
  | 'calada'
  | 'com-erro';

const CODIGOS: Record<string, FolderFault> = {
  ENOSPC: 'cheia',
  EDQUOT: 'cheia',
  EROFS: 'somente-leitura',
  ENOENT: 'ausente',
  ENOTDIR: 'ausente',
  ESTALE: 'ausente',
  EACCES: 'sem-permissao',
  EPERM: 'sem-permissao',
  ETIMEDOUT: 'calada',
};

const RESTO = 'leituras e alertas continuam, sem fotos novas.';
/** Sentences for staff. */
const AVISOS: Record<FolderFault, string> = {
  cheia: `O disco das fotos está cheio: ${RESTO}`,
  'somente-leitura': `O disco das fotos está só para leitura: ${RESTO}`,
  ausente: `A pasta das fotos não está montada: ${RESTO}`,
  'sem-permissao': `A pasta das fotos não aceita gravações: ${RESTO}`,
  calada: `O disco das fotos não responde: ${RESTO}`,
  'com-erro': `O disco das fotos falha: ${RESTO}`,
};

/** A picture that is open for one reader. */
export interface OpenPicture {
  tamanho: number;
  /** To be read to its end, or destroyed. */
  stream: Readable;
}

interface FolderDeps {
  dir: string;
  /** What the mark of the folder says. */
  id: string;
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  prazoMs?: number | undefined;
}

export function createPictureFolder({ dir, id, log, prazoMs }: FolderDeps) {
  // Three of the process's four threads for files at most: passwords need one.
  const within = createPatience(prazoMs);
  const writing = within(2);
  const reading = within(1);
  const parada = new AbortController();
  let falha: FolderFault | null = null;
  let provada = false;
  let varredura = Promise.resolve();

  function settle(agora: FolderFault | null, err?: unknown): void {
    if (agora === falha) return;
    falha = agora;
    if (agora) log.error({ err, falha: agora }, 'pictures are not stored');
    else log.warn('pictures are stored again');
  }

  const note = (err: unknown): void => settle(CODIGOS[codeOf(err)] ?? 'com-erro', err);

  /**
   * Looks whether the folder is there, and first and after a fault whether it accepts files. Only
   * this ends a fault: on a nearly full disk a small picture has room and the next one has not.
   */
  async function check(): Promise<void> {
    try {
      await writing(async () => {
        await requireMark(dir, id);
        if (falha || !provada) await readFolderClock(dir);
      });
      provada = true;
      settle(null);
    } catch (error) {
      note(error);
    }
  }

  /** The bytes of a file in parts; its end and its destruction close the file. */
  const streamOf = (arquivo: FileHandle): Readable =>
    new Readable({
      highWaterMark: PARTE,
      read() {
        reading(() => arquivo.read(Buffer.allocUnsafe(PARTE), 0, PARTE)).then(
          ({ bytesRead, buffer }) =>
            this.push(bytesRead > 0 ? buffer.subarray(0, bytesRead) : null),
          (error: Error) => this.destroy(error),
        );
      },
      destroy(error, done) {
        arquivo.close().then(
          () => done(error),
          () => done(error),
        );
      },
    });

  const relogio = setInterval(() => void check(), COMPASSO_MS);
  relogio.unref();

  return {
    /** What does not work at the moment, as a sentence for staff; null when all does. */
    getNotice: (): string | null => falha && AVISOS[falha],

    check,

    /** Writes a picture durably and answers its name; undefined when the disk refuses it. */
    async keep(jpeg: Uint8Array): Promise<string | undefined> {
      const nome = nameOf(jpeg);
      try {
        await writing(async () => {
          await requireMark(dir, id);
          await writePicture(dir, nome, jpeg);
        });
        return nome;
      } catch (error) {
        note(error);
        return undefined;
      }
    },

    /** Opens a picture; undefined when it is not there, or the disk does not give it. */
    async open(nome: string): Promise<OpenPicture | undefined> {
      let desistiu = false;
      try {
        return await reading(async () => {
          const aberta = await openPicture(dir, nome);
          if (!aberta) return undefined;
          if (!desistiu) return { tamanho: aberta.tamanho, stream: streamOf(aberta.arquivo) };
          await aberta.arquivo.close();
          return undefined;
        });
      } catch (err) {
        desistiu = true;
        log.warn({ err }, 'picture not read');
        return undefined;
      }
    },

    /** Removes those of these files that no row names; young ones are left to the sweep. */
    async release(nomes: string[], findNamed: NamesFinder): Promise<void> {
      try {
        const agora = await reading(() => readFolderClock(dir));
        await removeUnnamed({ dir, findNamed, run: reading }, nomes, agora);
      } catch (err) {
        log.warn({ err }, 'pictures left to the sweep');
      }
    },

    /** Removes files that no row names, in the background: a large folder takes minutes. */
    sweep(findNamed: NamesFinder): Promise<void> {
      varredura = varredura.then(async () => {
        try {
          await reading(() => requireMark(dir, id));
          await sweepFolder({ dir, findNamed, run: reading, sinal: parada.signal });
        } catch (err) {
          log.warn({ err }, 'sweep of the pictures');
        }
      });
      return varredura;
    },

    /** Ends the watch and the sweep. */
    stop(): Promise<void> {
      clearInterval(relogio);
      parada.abort();
      return varredura;
    },
  };
}

export type PictureFolder = ReturnType<typeof createPictureFolder>;
