/** Files of a folder: `proprietarios.csv` or `.xlsx`, and `veiculos.csv` or `.xlsx`. */
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { refusedArquivo } from '../formatos/recusa.ts';
import { readWhole, type SyncSource, waitUntilStill } from './fonte.ts';

const EXTENSOES = ['csv', 'xlsx'];

export const openPasta = (pasta: string, quietoMs: number): SyncSource => ({
  async open(tipo, sinal) {
    const nomes = await readdir(pasta).catch(({ code }: NodeJS.ErrnoException) => {
      throw refusedArquivo(`A pasta ${pasta} não pode ser lida (${code}).`);
    });
    const achados = EXTENSOES.map((fim) => `${tipo}.${fim}`).filter((um) => nomes.includes(um));
    const [nome, outro] = achados;
    if (nome === undefined) return undefined;
    if (outro !== undefined) {
      throw refusedArquivo(`A pasta tem ${nome} e ${outro}. Deixe só um dos dois.`);
    }
    const caminho = join(pasta, nome);
    const look = async (): Promise<string> => {
      try {
        const { size, mtimeMs, ino } = await stat(caminho);
        return [size, mtimeMs, ino].join();
      } catch {
        throw refusedArquivo(`O arquivo ${nome} não pode ser lido.`);
      }
    };
    const antes = await waitUntilStill(look, { quietoMs, sinal });
    async function* read(): AsyncGenerator<Uint8Array> {
      const aberto = await open(caminho).catch(() => {
        throw refusedArquivo(`O arquivo ${nome} não pode ser lido.`);
      });
      yield* aberto.createReadStream();
    }
    return { nome, bytes: readWhole(read(), { nome, antes, look }) };
  },
});
