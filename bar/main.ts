/**
 * `npm run bar -- ID …`: rows of the reliability bar. The canary runs first and has to fail; then
 * the row itself. `--canary` runs the planted fault alone, `--full` the release numbers,
 * `--seed N` repeats a run.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Linha } from './linha.ts';
import { LINHAS } from './linhas.ts';
import { createContagem } from './medida.ts';

const say = (linha: string): void => console.log(linha);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    canary: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

const semente = Number(values.seed);
const quieto = { semente, completa: false, say: (_linha: string) => {} };

/** Whether the planted fault was found. */
async function findsFault(linha: Linha): Promise<boolean> {
  const contagem = createContagem(quieto);
  await linha.canary(contagem);
  return contagem.failed > 0;
}

/** Whether the row holds. */
async function holds(linha: Linha): Promise<boolean> {
  say(`\n${linha.id} ${linha.promessa}`);
  say(`  seed ${semente}, load ${loadavg()[0]?.toFixed(2)}`);
  const inicio = Date.now();
  if (!values.canary && !(await findsFault(linha))) {
    say('  ✕ the planted fault was not found: this row proves nothing\n0 passed, 1 failed');
    return false;
  }
  const contagem = createContagem({ semente, completa: values.full, say });
  await (values.canary ? linha.canary(contagem) : linha.run(contagem));
  say(`  ${((Date.now() - inicio) / 1_000).toFixed(1)} s`);
  say(`${contagem.passed} passed, ${contagem.failed} failed`);
  return contagem.failed === 0 && contagem.passed > 0;
}

const pedidas = positionals.map((id) => id.toUpperCase());
const desconhecida = pedidas.find((id) => !LINHAS.some((linha) => linha.id === id));
if (desconhecida) {
  say(`There is no row ${desconhecida}. There are: ${LINHAS.map(({ id }) => id).join(', ')}`);
  process.exit(2);
}

let ok = true;
for (const linha of LINHAS) {
  if (pedidas.length > 0 && !pedidas.includes(linha.id)) continue;
  ok = (await holds(linha)) && ok;
}
process.exit(ok ? 0 : 1);
