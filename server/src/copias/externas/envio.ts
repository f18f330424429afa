/** Takes one backup to a place outside, encrypted, and removes there those that are not kept. */
import { basename } from 'node:path';
import type { ConfigDeposito } from '../../config/copias.ts';
import { nowMs } from '../../platform/clock.ts';
import { isNomeDeCopia } from '../copia.ts';
import { type CopiasOwner, claimPasta, requireOwnMark } from '../mark.ts';
import { isFuture, pickKept } from '../rodizio.ts';
import { type Deposito, explainDeposito } from './deposito.ts';
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
  /** False when the place removes old copies by its own rule. */
  apaga: boolean;
}

/** Opens the place; the library of S3 is loaded only for a bucket. */
export const openDeposito = async (config: ConfigDeposito): Promise<Deposito> =>
  config.tipo === 's3' ? openS3(config) : openPasta(config.pasta);

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
export async function findEnviada({
  deposito,
  chaves,
  owner,
}: EnvioDeps): Promise<string | undefined> {
  try {
    await createCifra(chaves);
    if (deposito.tipo === 'pasta') await requireOwnMark(deposito.pasta, owner);
    const nomes = await listEnviadas(await openDeposito(deposito));
    return nomes.find((nome) => !isFuture(nome, nowMs()));
  } catch (error) {
    throw explainDeposito(error, deposito);
  }
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
export async function sendCopia({
  deposito,
  chaves,
  owner,
  pasta,
}: EnvioDeps & { pasta: string }): Promise<CopiaEnviada> {
  const nome = basename(pasta);
  try {
    if (deposito.tipo === 'pasta') await claimPasta(deposito.pasta, owner);
    const aberto = await openDeposito(deposito);
    await aberto.removeUnfinished();
    const bytes = await aberto.put(nome + SUFIXO, packCopia({ pasta, nome }, chaves));
    return { bytes, apaga: await removeOld(aberto) };
  } catch (error) {
    throw explainDeposito(error, deposito);
  }
}
