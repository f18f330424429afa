/** Files of a folder: `proprietarios.csv` or `.xlsx`, and `veiculos.csv` or `.xlsx`. */
import { lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createPatience } from '../../platform/folder/patience.ts';
import { refusedArquivo } from '../formatos/recusa.ts';
import { readWhole, type SyncSource, waitUntilStill } from './fonte.ts';

/** A folder of another machine may never answer. */
const RESPOSTA_MS = 10_000;
const inTime = createPatience(RESPOSTA_MS)(1);

/** The names in the folder. @throws a sentence for one that cannot be read */
export const listNames = (pasta: string): Promise<string[]> =>
  inTime(() => readdir(pasta)).catch(({ code }: NodeJS.ErrnoException) => {
    throw refusedArquivo(`A pasta ${pasta} não pode ser lida (${code}).`);
  });

const EXTENSOES = ['csv', 'xlsx'];

export const openPasta = (pasta: string, quietoMs: number): SyncSource => ({
  async open(tipo, sinal) {
    const nomes = await listNames(pasta);
    const achados = EXTENSOES.map((fim) => `${tipo}.${fim}`).filter((um) => nomes.includes(um));
    const [nome, outro] = achados;
    if (nome === undefined) return undefined;
    if (outro !== undefined) {
      throw refusedArquivo(`A pasta tem ${nome} e ${outro}. Deixe só um dos dois.`);
    }
    const caminho = join(pasta, nome);
    const look = async (): Promise<string> => {
      try {
        const estado = await inTime(() => lstat(caminho));
        // A pipe never ends, and a link may name any file of the machine.
        if (!estado.isFile()) throw new Error('no file');
        return [estado.size, estado.mtimeMs, estado.ino].join();
      } catch {
        throw refusedArquivo(`O arquivo ${nome} não pode ser lido.`);
      }
    };
    const antes = await waitUntilStill(look, { quietoMs, sinal });
    async function* read(): AsyncGenerator<Uint8Array> {
      try {
        const aberto = await open(caminho);
        yield* aberto.createReadStream();
      } catch {
        throw refusedArquivo(`O arquivo ${nome} não pode ser lido.`);
      }
    }
    return { nome, bytes: readWhole(read(), { nome, antes, look }) };
  },
});
