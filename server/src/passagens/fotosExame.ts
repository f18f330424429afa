/** `unipark doctor`: the folder of pictures. */
import { StartError } from '../config/leitor.ts';
import type { Config } from '../config.ts';
import type { Banco } from '../platform/db/banco.ts';
import { judgeDisk, measureDisk } from '../platform/disk.ts';
import { openPicture } from '../platform/folder/files.ts';
import { findForeign, findObstacle, isMarked } from '../platform/folder/mark.ts';
import { answerInTime } from '../platform/folder/patience.ts';
import { hasArquivos, listSample } from './fotosRepo.ts';

const AMOSTRA = 50;

export interface FotosFinding {
  nivel: 'bom' | 'aviso' | 'falha';
  texto: string;
}

const fail = (texto: string): FotosFinding => ({ nivel: 'falha', texto });

/** Looks for some of the files that rows name. */
async function examineAmostra(db: Banco, dir: string): Promise<FotosFinding> {
  const nomes = await listSample(db, AMOSTRA);
  let faltam = 0;
  for (const nome of nomes) {
    const aberta = await openPicture(dir, nome).catch(() => undefined);
    if (!aberta) faltam += 1;
    await aberta?.arquivo.close();
  }
  if (faltam === 0) return { nivel: 'bom', texto: `Fotos conferidas na pasta: ${nomes.length}` };
  return fail(
    `Fotos que faltam em ARQUIVOS_DIR: ${faltam} de ${nomes.length} conferidas. ` +
      'Restaure a cópia da pasta.',
  );
}

const examineEspaco = async (dir: string): Promise<FotosFinding> =>
  judgeDisk(`Pasta de fotos ${dir}`, await measureDisk(dir));

/** Whether the pictures that rows name in files can be read, and new ones written. */
export async function examineFotos(
  db: Banco,
  { arquivosDir: dir, dataDir }: Pick<Config, 'arquivosDir' | 'dataDir'>,
  siteRoot: string,
): Promise<FotosFinding[]> {
  const usada = await hasArquivos(db);
  if (dir === null) {
    const texto =
      'Há fotos em arquivos, mas ARQUIVOS_DIR não está definida: elas não aparecem. ' +
      'Defina ARQUIVOS_DIR com a pasta delas.';
    return usada ? [fail(texto)] : [];
  }
  try {
    return await answerInTime(dir, async () => {
      const motivo =
        (await findObstacle(dir, { dataDir, siteRoot })) ?? (await findForeign(db, dir));
      if (motivo) return [fail(motivo)];
      if (usada && !(await isMarked(dir))) {
        return [
          fail(`ARQUIVOS_DIR: a pasta ${dir} não tem as fotos desta instalação. Monte o disco.`),
        ];
      }
      return [await examineEspaco(dir), ...(usada ? [await examineAmostra(db, dir)] : [])];
    });
  } catch (error) {
    if (error instanceof StartError) return [fail(error.message)];
    return [fail(`ARQUIVOS_DIR: a pasta ${dir} não pôde ser lida (${String(error)}).`)];
  }
}
