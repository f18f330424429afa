/**
 * A process that reads one hostile file and tells its processor's milliseconds, the growth of its memory in
 * bytes, and the sentence of its refusal. `sem-limite` is a reader with the fault that S15 plants.
 */
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { readArquivo } from '../server/src/importacoes/formatos/arquivo.ts';
import { listEntries } from '../server/src/importacoes/formatos/zip.ts';

const [leitor = '', caminho = ''] = process.argv.slice(2);

async function readWithLimits(bytes: Buffer): Promise<void> {
  async function* pieces() {
    for (let em = 0; em < bytes.length; em += 262_144) yield bytes.subarray(em, em + 262_144);
  }
  for await (const _ of readArquivo(pieces, () => false));
}

/** Inflates the parts as the header of the file asks, whatever they hold. */
async function readWithoutLimit(bytes: Buffer): Promise<void> {
  const abertas = [...listEntries(bytes).values()].map(({ dados }) => inflateRawSync(dados));
  abertas.map(String);
}

const bytes = readFileSync(caminho);
const antes = process.resourceUsage().maxRSS;
const inicio = process.cpuUsage();
let recusa = '';
try {
  await (leitor === 'sem-limite' ? readWithoutLimit : readWithLimits)(bytes);
} catch (error) {
  recusa = (error as Error).message;
}
const { user, system } = process.cpuUsage(inicio);
const ms = (user + system) / 1_000;
const cresceu = (process.resourceUsage().maxRSS - antes) * 1024;
process.stdout.write(JSON.stringify({ ms, cresceu, recusa }));
