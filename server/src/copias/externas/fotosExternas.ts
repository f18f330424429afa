/**
 * The pictures of ARQUIVOS_DIR outside: each one once, encrypted, under the SHA-256 of its bytes,
 * for all copies whose database names it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../platform/clock.ts';
import { listValues, openValues } from '../../platform/db/backup/values.ts';
import { listCopias } from '../copia.ts';
import { FOTOS, type FotosLevadas, readFoto } from '../fotos.ts';
import { citadasOf, IMAGENS } from '../original.ts';
import { type Deposito, explainHere } from './deposito.ts';
import { type EnvioDeps, listEnviadas, openOwn, SUFIXO_FOTOS } from './envio.ts';
import { createCifra, createDecifra } from './pacote.ts';

const CIFRADA = '.age';

/** `fotos/ab/abcd….jpg.age`: one level, so that a level of many pictures is listed at once. */
const placeOf = (foto: string): string => `${FOTOS}/${foto.slice(0, 2)}/${foto}${CIFRADA}`;
const levelOf = (foto: string): string => placeOf(foto).slice(0, FOTOS.length + 4);

export interface SendFotosDeps extends EnvioDeps {
  /** The folder of the backups on this machine. */
  copias: string;
  nome: string;
  arquivosDir: string;
  /** Stops after this time; the next call goes on. */
  prazoMs: number;
  /** Looks at every name, and removes pictures that no copy names. */
  varrer: boolean;
}

/** The newest older backup of this machine whose pictures are all outside. */
async function findComplete(aberto: Deposito, { copias, nome }: SendFotosDeps) {
  const marcas = new Set(await aberto.list(''));
  const nomes = await listCopias(copias);
  const anterior = nomes.find((outra) => outra < nome && marcas.has(outra + SUFIXO_FOTOS));
  return anterior === undefined ? undefined : citadasOf(join(copias, anterior));
}

/** Removes what no backup names, while those of each copy outside are known: it is also here. */
async function removeUnnamed(aberto: Deposito, copias: string): Promise<void> {
  const [nomes, fora] = [await listCopias(copias), await listEnviadas(aberto)];
  if (fora.length === 0 || fora.some((nome) => !nomes.includes(nome))) return;
  const bancos = nomes.map((nome) => citadasOf(join(copias, nome)));
  const citadas = openValues(bancos, IMAGENS);
  try {
    for (let i = 0; i < 256; i += 1) {
      const nivel = `${FOTOS}/${i.toString(16).padStart(2, '0')}/`;
      const fotos = (await aberto.list(nivel)).map((foto) =>
        foto.slice(nivel.length, -CIFRADA.length),
      );
      const usadas = citadas.find(fotos);
      for (const foto of fotos.filter((foto) => !usadas.has(foto))) {
        if (!(await aberto.remove(placeOf(foto)))) return;
      }
    }
  } finally {
    citadas.close();
  }
}

/**
 * Sends the pictures that a backup names and that are not outside. Answers undefined when the time
 * was not enough.
 * @throws {StartError} one sentence; the copy itself is outside
 */
export async function sendFotos(deps: SendFotosDeps): Promise<FotosLevadas | undefined> {
  const { chaves, copias, nome, arquivosDir, prazoMs, varrer } = deps;
  const fim = systemClock.elapsed() + prazoMs;
  const total: FotosLevadas = { fotos: 0, faltam: 0 };
  try {
    const cifra = await createCifra(chaves);
    const aberto = await openOwn(deps);
    const anterior = varrer ? undefined : await findComplete(aberto, deps);
    const vistas = { nivel: '', nomes: new Set<string>() };
    for (const fotos of listValues(citadasOf(join(copias, nome)), IMAGENS, anterior)) {
      for (const foto of fotos) {
        if (systemClock.elapsed() >= fim) return undefined;
        // After a complete copy there are few, and the name of each says its bytes.
        if (anterior === undefined && vistas.nivel !== levelOf(foto)) {
          vistas.nivel = levelOf(foto);
          vistas.nomes = new Set(await aberto.list(vistas.nivel));
        }
        if (vistas.nomes.has(placeOf(foto))) continue;
        const jpeg = await readFoto(arquivosDir, foto);
        total[jpeg ? 'fotos' : 'faltam'] += 1;
        if (jpeg) await aberto.put(placeOf(foto), [await cifra.encrypt(jpeg)]);
      }
    }
    // With one that is missing here (a disk that is not mounted) all are looked at again.
    if (total.faltam === 0) {
      await aberto.put(nome + SUFIXO_FOTOS, [Buffer.from(`${JSON.stringify(total)}\n`)]);
    }
    if (varrer) await removeUnnamed(aberto, copias);
    return total;
  } catch (error) {
    throw explainHere(error, `${copias} e ${arquivosDir}`);
  }
}

/** Reads pictures of a folder `fotos` that was downloaded, with the private key. */
export async function createFotosCifradas(
  pasta: string,
  identidade: string,
): Promise<(foto: string) => Promise<Uint8Array | undefined>> {
  const decifra = await createDecifra(identidade);
  return async (foto) => {
    const cifrada = await readFile(join(pasta, placeOf(foto))).catch(() => undefined);
    return cifrada && decifra.decrypt(cifrada).catch(() => undefined);
  };
}
