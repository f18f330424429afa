/** Takes one backup to a place outside, encrypted, and removes there those that are not kept. */
import { basename } from 'node:path';
import { addressOf, type ConfigDeposito } from '../../config/copias.ts';
import { nowMs } from '../../platform/clock.ts';
import { isNomeDeCopia } from '../copia.ts';
import {
  type CopiasOwner,
  claimPasta,
  claimPrefix,
  requireOwnMark,
  requireOwnPrefix,
} from '../mark.ts';
import { isFuture, pickKept } from '../rodizio.ts';
import { type Deposito, explainAll, explainDeposito, explainHere } from './deposito.ts';
import { createCifra, packCopia, SUFIXO } from './pacote.ts';
import { openPasta } from './pasta.ts';
import { openS3 } from './s3.ts';

/** Beside a copy: all its pictures are there. */
export const SUFIXO_FOTOS = '.fotos.json';

export interface EnvioDeps {
  deposito: ConfigDeposito;
  /** Public keys of age. */
  chaves: string[];
  owner: CopiasOwner;
}

export interface CopiaEnviada {
  bytes: number;
  /** False when the place removes old copies by its own rule; null when that failed. */
  apaga: boolean | null;
  /** Why old copies stay there, as one sentence. */
  sobra?: string;
}

/** Opens the place; the library of S3 is loaded only for a bucket. */
export const openDeposito = async (config: ConfigDeposito): Promise<Deposito> =>
  explainAll(config, config.tipo === 's3' ? await openS3(config) : openPasta(config.pasta));

/** Opens the place of this installation. @throws {StartError} when it is another's, or away */
export async function openOwn({ deposito, owner }: EnvioDeps): Promise<Deposito> {
  const aberto = await openDeposito(deposito);
  if (deposito.tipo === 's3') await requireOwnPrefix(addressOf(deposito), aberto, owner);
  else {
    await requireOwnMark(deposito.pasta, owner).catch((error: unknown) => {
      throw explainDeposito(error, deposito);
    });
  }
  return aberto;
}

/** Opens the place, and makes it this installation's. @throws {StartError} as `openOwn` does */
async function claim({ deposito, owner }: EnvioDeps): Promise<Deposito> {
  const aberto = await openDeposito(deposito);
  if (deposito.tipo === 's3') await claimPrefix(addressOf(deposito), aberto, owner);
  else {
    await claimPasta(deposito.pasta, owner).catch((error: unknown) => {
      throw explainDeposito(error, deposito);
    });
  }
  return aberto;
}

/** The names of the copies of a place, the newest first. */
export async function listEnviadas(deposito: Deposito): Promise<string[]> {
  return (await deposito.list(''))
    .filter((nome) => nome.endsWith(SUFIXO))
    .map((nome) => nome.slice(0, -SUFIXO.length))
    .filter(isNomeDeCopia)
    .sort()
    .reverse();
}

/** The name of the newest copy there. @throws {StartError} one sentence */
export async function findEnviada(deps: EnvioDeps): Promise<string | undefined> {
  await createCifra(deps.chaves);
  const nomes = await listEnviadas(await openOwn(deps));
  return nomes.find((nome) => !isFuture(nome, nowMs()));
}

/** Removes the copies that are not kept; false when the place does not allow it. */
async function removeOld(aberto: Deposito): Promise<boolean> {
  const nomes = await listEnviadas(aberto);
  const mantidas = pickKept(nomes, nowMs());
  for (const nome of nomes.filter((nome) => !mantidas.has(nome))) {
    // The mark first: a copy without it is only without a mark.
    if (!(await aberto.remove(nome + SUFIXO_FOTOS))) return false;
    if (!(await aberto.remove(nome + SUFIXO))) return false;
  }
  return true;
}

/**
 * Sends a backup. Interrupted, it leaves the copies that were there.
 * @throws {StartError} one sentence
 */
export async function sendCopia(deps: EnvioDeps & { pasta: string }): Promise<CopiaEnviada> {
  const { chaves, pasta } = deps;
  const nome = basename(pasta);
  try {
    const aberto = await claim(deps);
    await aberto.removeUnfinished();
    const bytes = await aberto.put(nome + SUFIXO, packCopia({ pasta, nome }, chaves));
    // The copy has arrived, with or without the old ones.
    return await removeOld(aberto).then(
      (apaga) => ({ bytes, apaga }),
      (error: unknown) => ({
        ...{ bytes, apaga: null },
        sobra: `A cópia chegou, mas as antigas não foram apagadas: ${explainDeposito(error, deps.deposito).message}`,
      }),
    );
  } catch (error) {
    throw explainHere(error, pasta);
  }
}
